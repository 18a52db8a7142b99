import CMosquitto
import Glibc

/// libmosquitto, loaded with the first board that names a broker: it and what it stands on take a megabyte, and most boards have none.
@safe struct Libmosquitto: Sendable {
  // Many properties: one function of the library each.
  /// Nil where it is not installed, or older than 2.0.
  static let shared = Libmosquitto()

  let make: vitrine_mosquitto_new
  let setUserData: vitrine_mosquitto_user_data_set
  let destroy: vitrine_mosquitto_destroy
  let setUser: vitrine_mosquitto_username_pw_set
  let setWill: vitrine_mosquitto_will_set
  let connect: vitrine_mosquitto_connect
  let disconnect: vitrine_mosquitto_disconnect
  let publish: vitrine_mosquitto_publish
  let subscribe: vitrine_mosquitto_subscribe
  let unsubscribe: vitrine_mosquitto_unsubscribe
  let read: vitrine_mosquitto_loop
  let write: vitrine_mosquitto_loop
  let lookAfter: vitrine_mosquitto_loop_misc
  let socket: vitrine_mosquitto_socket
  let wantsToWrite: vitrine_mosquitto_want_write
  let setOption: vitrine_mosquitto_int_option
  let setTLS: vitrine_mosquitto_tls_set
  let setInsecure: vitrine_mosquitto_tls_insecure_set
  let setVerification: vitrine_mosquitto_tls_opts_set
  let onConnected: vitrine_mosquitto_result_callback_set
  let onMessage: vitrine_mosquitto_message_callback_set
  let onSubscribed: vitrine_mosquitto_subscribe_callback_set
  let onPublished: vitrine_mosquitto_result_callback_set
  let onLog: vitrine_mosquitto_log_callback_set
  let words: vitrine_mosquitto_words
  let connackWords: vitrine_mosquitto_words
  let topicMatches: vitrine_mosquitto_topic_matches

  /// `dlopen`, for good.
  private init?() {
    guard let library = unsafe dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL) else { return nil }
    var isWhole = true
    /// A function that is missing is never called: this comes to nothing then.
    func find<Function>(_ name: String, _ type: Function.Type) -> Function {
      if let found = unsafe dlsym(library, "mosquitto_" + name) { return unsafe unsafeBitCast(found, to: type) }
      isWhole = false
      return unsafe unsafeBitCast(library, to: type)
    }
    let begin = find("lib_init", vitrine_mosquitto_lib_init.self)
    unsafe make = find("new", vitrine_mosquitto_new.self)
    unsafe setUserData = find("user_data_set", vitrine_mosquitto_user_data_set.self)
    unsafe destroy = find("destroy", vitrine_mosquitto_destroy.self)
    unsafe setUser = find("username_pw_set", vitrine_mosquitto_username_pw_set.self)
    unsafe setWill = find("will_set", vitrine_mosquitto_will_set.self)
    unsafe connect = find("connect", vitrine_mosquitto_connect.self)
    unsafe disconnect = find("disconnect", vitrine_mosquitto_disconnect.self)
    unsafe publish = find("publish", vitrine_mosquitto_publish.self)
    unsafe subscribe = find("subscribe", vitrine_mosquitto_subscribe.self)
    unsafe unsubscribe = find("unsubscribe", vitrine_mosquitto_unsubscribe.self)
    unsafe read = find("loop_read", vitrine_mosquitto_loop.self)
    unsafe write = find("loop_write", vitrine_mosquitto_loop.self)
    unsafe lookAfter = find("loop_misc", vitrine_mosquitto_loop_misc.self)
    unsafe socket = find("socket", vitrine_mosquitto_socket.self)
    unsafe wantsToWrite = find("want_write", vitrine_mosquitto_want_write.self)
    unsafe setOption = find("int_option", vitrine_mosquitto_int_option.self)
    unsafe setTLS = find("tls_set", vitrine_mosquitto_tls_set.self)
    unsafe setInsecure = find("tls_insecure_set", vitrine_mosquitto_tls_insecure_set.self)
    unsafe setVerification = find("tls_opts_set", vitrine_mosquitto_tls_opts_set.self)
    unsafe onConnected = find("connect_callback_set", vitrine_mosquitto_result_callback_set.self)
    unsafe onMessage = find("message_callback_set", vitrine_mosquitto_message_callback_set.self)
    unsafe onSubscribed = find("subscribe_callback_set", vitrine_mosquitto_subscribe_callback_set.self)
    unsafe onPublished = find("publish_callback_set", vitrine_mosquitto_result_callback_set.self)
    unsafe onLog = find("log_callback_set", vitrine_mosquitto_log_callback_set.self)
    unsafe words = find("strerror", vitrine_mosquitto_words.self)
    unsafe connackWords = find("connack_string", vitrine_mosquitto_words.self)
    unsafe topicMatches = find("topic_matches_sub", vitrine_mosquitto_topic_matches.self)
    guard isWhole, begin() == VITRINE_MOSQ_OK else { return nil }
  }
}
