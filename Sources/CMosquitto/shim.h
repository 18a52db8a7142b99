#pragma once
/* libmosquitto is loaded with the first board that names a broker and not linked, so that a kiosk without one does not carry it: these
 * are the types of what is called of it. Source: mosquitto.h 2.0. */
#include <stdbool.h>
#include <stdint.h>

typedef struct VitrineMosquitto VitrineMosquitto;
typedef struct {
  int mid;
  char *topic;
  void *payload;
  int payloadlen;
  int qos;
  bool retain;
} vitrine_mosquitto_message;

enum {
  VITRINE_MOSQ_OK = 0,
  VITRINE_MOSQ_NO_CONN = 4,
  VITRINE_MOSQ_CONN_LOST = 7,
  VITRINE_MOSQ_TLS = 8,
  VITRINE_MOSQ_ERRNO = 14,
  VITRINE_MOSQ_EAI = 15,
  VITRINE_MOSQ_KEEPALIVE = 19,
  VITRINE_MOSQ_OPT_PROTOCOL_VERSION = 1,
  VITRINE_MOSQ_OPT_TCP_NODELAY = 11,
  VITRINE_MOSQ_OPT_TLS_USE_OS_CERTS = 13,
  VITRINE_MOSQ_LOG_ERR = 8,
  VITRINE_MQTT_311 = 4,
};

typedef void (*vitrine_mosquitto_on_result)(VitrineMosquitto *, void *, int);
typedef void (*vitrine_mosquitto_on_message)(VitrineMosquitto *, void *, const vitrine_mosquitto_message *);
typedef void (*vitrine_mosquitto_on_subscribe)(VitrineMosquitto *, void *, int, int, const int *);
typedef void (*vitrine_mosquitto_on_log)(VitrineMosquitto *, void *, int, const char *);

typedef int (*vitrine_mosquitto_lib_init)(void);
typedef VitrineMosquitto *(*vitrine_mosquitto_new)(const char *id, bool clean, void *me);
typedef void (*vitrine_mosquitto_user_data_set)(VitrineMosquitto *, void *me);
typedef void (*vitrine_mosquitto_destroy)(VitrineMosquitto *);
typedef int (*vitrine_mosquitto_username_pw_set)(VitrineMosquitto *, const char *user, const char *password);
typedef int (*vitrine_mosquitto_will_set)(
    VitrineMosquitto *, const char *topic, int count, const void *payload, int qos, bool retain);
typedef int (*vitrine_mosquitto_connect)(VitrineMosquitto *, const char *host, int port, int keepalive);
typedef int (*vitrine_mosquitto_disconnect)(VitrineMosquitto *);
typedef int (*vitrine_mosquitto_publish)(
    VitrineMosquitto *, int *mid, const char *topic, int count, const void *payload, int qos, bool retain);
typedef int (*vitrine_mosquitto_subscribe)(VitrineMosquitto *, int *mid, const char *filter, int qos);
typedef int (*vitrine_mosquitto_unsubscribe)(VitrineMosquitto *, int *mid, const char *filter);
typedef int (*vitrine_mosquitto_loop)(VitrineMosquitto *, int packets);
typedef int (*vitrine_mosquitto_loop_misc)(VitrineMosquitto *);
typedef int (*vitrine_mosquitto_socket)(VitrineMosquitto *);
typedef bool (*vitrine_mosquitto_want_write)(VitrineMosquitto *);
typedef int (*vitrine_mosquitto_int_option)(VitrineMosquitto *, int option, int value);
typedef int (*vitrine_mosquitto_tls_set)(
    VitrineMosquitto *, const char *file, const char *directory, const char *certificate, const char *key,
    int (*password)(char *, int, int, void *));
typedef int (*vitrine_mosquitto_tls_insecure_set)(VitrineMosquitto *, bool);
typedef int (*vitrine_mosquitto_tls_opts_set)(VitrineMosquitto *, int verify, const char *version, const char *ciphers);
typedef void (*vitrine_mosquitto_result_callback_set)(VitrineMosquitto *, vitrine_mosquitto_on_result);
typedef void (*vitrine_mosquitto_message_callback_set)(VitrineMosquitto *, vitrine_mosquitto_on_message);
typedef void (*vitrine_mosquitto_subscribe_callback_set)(VitrineMosquitto *, vitrine_mosquitto_on_subscribe);
typedef void (*vitrine_mosquitto_log_callback_set)(VitrineMosquitto *, vitrine_mosquitto_on_log);
typedef const char *(*vitrine_mosquitto_words)(int);
typedef int (*vitrine_mosquitto_topic_matches)(const char *filter, const char *topic, bool *result);

/* TCP_INFO's count of bytes that have come, which glibc's structure of it does not have. Source: linux/tcp.h, Linux 4.6. */
enum { VITRINE_TCP_INFO_BYTES_RECEIVED = 128 };
