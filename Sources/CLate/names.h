#pragma once
/* What is called of libraries that are loaded when they are needed. The headers through which Swift sees such a library include this, and give each
 * of these functions the name of its stand-in in late.c: what else is linked beside may call the library itself. A function that is called
 * and does not stand here is told by the linker. */

#define VITRINE_LATE_CURL(F) F(curl_easy_cleanup) F(curl_easy_getinfo) F(curl_easy_init) F(curl_easy_pause) \
  F(curl_easy_reset) F(curl_easy_setopt) F(curl_easy_strerror) F(curl_free) F(curl_global_init) F(curl_multi_add_handle) \
  F(curl_multi_cleanup) F(curl_multi_info_read) F(curl_multi_init) F(curl_multi_perform) F(curl_multi_poll) \
  F(curl_multi_remove_handle) F(curl_multi_wakeup) F(curl_slist_append) F(curl_slist_free_all) F(curl_url) \
  F(curl_url_cleanup) F(curl_url_get) F(curl_url_set)
#define VITRINE_LATE_CALENDAR(F) F(icalcomponent_free) F(icalcomponent_get_first_property) \
  F(icalcomponent_get_next_property) F(icalcomponent_get_timezone) F(icaldurationtype_as_int) F(icalparameter_get_cn) \
  F(icalparameter_get_range) F(icalparameter_get_tzid) F(icalparser_parse_string) F(icalproperty_get_dtend) F(icalproperty_get_dtstart) \
  F(icalproperty_get_duration) F(icalproperty_get_exdate) F(icalproperty_get_first_parameter) \
  F(icalproperty_get_organizer) F(icalproperty_get_rdate) F(icalproperty_get_recurrenceid) F(icalproperty_get_value) \
  F(icalproperty_get_value_as_string) F(icaltime_as_timet_with_zone) F(icaltime_from_string) \
  F(icaltime_from_timet_with_zone) F(icaltime_is_null_time) F(icaltimezone_get_builtin_timezone) \
  F(icaltimezone_get_builtin_timezones) F(icaltimezone_get_component) F(icaltimezone_get_utc_timezone) \
  F(icaltimezone_new) F(icaltimezone_set_component) F(icaltzutil_fetch_timezone) F(icalvalue_get_text) F(icalvalue_isa)
#define VITRINE_LATE_XML(F) F(xmlCreateMemoryParserCtxt) F(xmlCtxtUseOptions) F(xmlFreeParserCtxt) F(xmlInitParser) \
  F(xmlParseDocument) F(xmlSAX2GetLineNumber) F(xmlStopParser) F(xmlSwitchEncoding)
#define VITRINE_LATE_ANIMATION(F) F(lottie_animation_destroy) F(lottie_animation_from_data) F(lottie_animation_render)
#define VITRINE_LATE_INPUT(F) F(libinput_device_config_calibration_get_matrix) \
  F(libinput_device_config_calibration_has_matrix) F(libinput_device_get_name) F(libinput_device_get_output_name) \
  F(libinput_device_get_sysname) F(libinput_device_get_udev_device) F(libinput_device_get_user_data) \
  F(libinput_device_has_capability) F(libinput_device_set_user_data) F(libinput_dispatch) F(libinput_event_destroy) \
  F(libinput_event_get_device) F(libinput_event_get_keyboard_event) F(libinput_event_get_pointer_event) \
  F(libinput_event_get_touch_event) F(libinput_event_get_type) F(libinput_event_keyboard_get_key) \
  F(libinput_event_keyboard_get_key_state) F(libinput_event_keyboard_get_time_usec) \
  F(libinput_event_pointer_get_absolute_x_transformed) F(libinput_event_pointer_get_absolute_y_transformed) \
  F(libinput_event_pointer_get_button) F(libinput_event_pointer_get_button_state) F(libinput_event_pointer_get_dx) \
  F(libinput_event_pointer_get_dy) F(libinput_event_pointer_get_scroll_value) \
  F(libinput_event_pointer_get_scroll_value_v120) F(libinput_event_pointer_get_time_usec) \
  F(libinput_event_pointer_has_axis) F(libinput_event_touch_get_seat_slot) F(libinput_event_touch_get_time_usec) \
  F(libinput_event_touch_get_x_transformed) F(libinput_event_touch_get_y_transformed) F(libinput_get_event) \
  F(libinput_get_fd) F(libinput_get_user_data) F(libinput_log_set_handler) F(libinput_log_set_priority) \
  F(libinput_resume) F(libinput_suspend) F(libinput_udev_assign_seat) F(libinput_udev_create_context) F(libinput_unref)
#define VITRINE_LATE_SEAT(F) F(libseat_close_device) F(libseat_close_seat) F(libseat_disable_seat) F(libseat_dispatch) \
  F(libseat_get_fd) F(libseat_open_device) F(libseat_open_seat) F(libseat_seat_name) F(libseat_set_log_level) \
  F(libseat_switch_session)
#define VITRINE_LATE_SPEECH(F) F(espeak_Initialize) F(espeak_SetSynthCallback) F(espeak_SetVoiceByName) \
  F(espeak_SetParameter) F(espeak_Synth)
#define VITRINE_LATE_SOUND(F) F(snd_pcm_open) F(snd_pcm_set_params) F(snd_pcm_nonblock) F(snd_pcm_wait) \
  F(snd_pcm_writei) F(snd_pcm_recover) F(snd_pcm_prepare) F(snd_pcm_drop) F(snd_pcm_drain) F(snd_pcm_close) F(snd_config_update_free_global) F(snd_strerror) \
  F(snd_lib_error_set_handler)
#define VITRINE_LATE_SIGNING(F) F(sodium_init) F(sodium_memzero) F(crypto_generichash_statebytes) F(crypto_generichash_init) \
  F(crypto_generichash_update) F(crypto_generichash_final) F(crypto_sign_keypair) F(crypto_sign_detached) \
  F(crypto_sign_verify_detached)

#define VITRINE_LATE_PRAGMA(words) _Pragma(#words)
#define VITRINE_LATE_RENAME(name) VITRINE_LATE_PRAGMA(redefine_extname name vitrine_late_##name)
