/* Each function here has the name and the arguments of one of a library that is not linked. It goes on to the library's own, whose address
 * `vitrine_late_load` has put into its slot: a jump, so that arguments of any kind pass, those of curl_easy_setopt too. */
#include "late.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

/* What is called of them; the linker names any that is missing here. */
#define CURL(F) F(curl_easy_cleanup) F(curl_easy_getinfo) F(curl_easy_init) F(curl_easy_pause) F(curl_easy_reset) \
  F(curl_easy_setopt) F(curl_easy_strerror) F(curl_free) F(curl_global_init) F(curl_multi_add_handle) \
  F(curl_multi_cleanup) F(curl_multi_info_read) F(curl_multi_init) F(curl_multi_perform) F(curl_multi_poll) \
  F(curl_multi_remove_handle) F(curl_multi_wakeup) F(curl_slist_append) F(curl_slist_free_all) F(curl_url) \
  F(curl_url_cleanup) F(curl_url_get) F(curl_url_set)
#define CALENDAR(F) F(icalcomponent_free) F(icalcomponent_get_first_property) F(icalcomponent_get_next_property) \
  F(icalcomponent_get_timezone) F(icaldurationtype_as_int) F(icalparameter_get_cn) F(icalparameter_get_tzid) \
  F(icalparser_parse_string) F(icalproperty_get_dtend) F(icalproperty_get_dtstart) F(icalproperty_get_duration) \
  F(icalproperty_get_exdate) F(icalproperty_get_first_parameter) F(icalproperty_get_organizer) \
  F(icalproperty_get_rdate) F(icalproperty_get_recurrenceid) F(icalproperty_get_value) \
  F(icalproperty_get_value_as_string) F(icaltime_as_timet_with_zone) F(icaltime_from_string) \
  F(icaltime_from_timet_with_zone) F(icaltime_is_null_time) F(icaltimezone_get_builtin_timezone) \
  F(icaltimezone_get_builtin_timezones) F(icaltimezone_get_component) F(icaltimezone_get_utc_timezone) \
  F(icalvalue_get_text) F(icalvalue_isa)
#define XML(F) F(xmlCreateMemoryParserCtxt) F(xmlCtxtUseOptions) F(xmlFreeParserCtxt) F(xmlInitParser) \
  F(xmlParseDocument) F(xmlSAX2GetLineNumber) F(xmlStopParser) F(xmlSwitchEncoding)
#define ANIMATION(F) F(lottie_animation_destroy) F(lottie_animation_from_data) F(lottie_animation_render)
#define INPUT(F) F(libinput_device_config_calibration_get_matrix) F(libinput_device_config_calibration_has_matrix) \
  F(libinput_device_get_name) F(libinput_device_get_output_name) F(libinput_device_get_sysname) \
  F(libinput_device_get_udev_device) F(libinput_device_get_user_data) F(libinput_device_has_capability) \
  F(libinput_device_set_user_data) F(libinput_dispatch) F(libinput_event_destroy) F(libinput_event_get_device) \
  F(libinput_event_get_keyboard_event) F(libinput_event_get_pointer_event) F(libinput_event_get_touch_event) \
  F(libinput_event_get_type) F(libinput_event_keyboard_get_key) F(libinput_event_keyboard_get_key_state) \
  F(libinput_event_keyboard_get_time_usec) F(libinput_event_pointer_get_absolute_x_transformed) \
  F(libinput_event_pointer_get_absolute_y_transformed) F(libinput_event_pointer_get_button) \
  F(libinput_event_pointer_get_button_state) F(libinput_event_pointer_get_dx) F(libinput_event_pointer_get_dy) \
  F(libinput_event_pointer_get_scroll_value) F(libinput_event_pointer_get_scroll_value_v120) \
  F(libinput_event_pointer_get_time_usec) F(libinput_event_pointer_has_axis) F(libinput_event_touch_get_seat_slot) \
  F(libinput_event_touch_get_time_usec) F(libinput_event_touch_get_x_transformed) \
  F(libinput_event_touch_get_y_transformed) F(libinput_get_event) F(libinput_get_fd) F(libinput_get_user_data) \
  F(libinput_log_set_handler) F(libinput_log_set_priority) F(libinput_resume) F(libinput_suspend) \
  F(libinput_udev_assign_seat) F(libinput_udev_create_context) F(libinput_unref)
#define SEAT(F) F(libseat_close_device) F(libseat_close_seat) F(libseat_disable_seat) F(libseat_dispatch) \
  F(libseat_get_fd) F(libseat_open_device) F(libseat_open_seat) F(libseat_seat_name) F(libseat_set_log_level) \
  F(libseat_switch_session)

static void called_too_early(void) {
  static const char words[] = "vitrine: a library was called before it was loaded; this is a fault of Vitrine's\n";
  ssize_t ignored = write(2, words, sizeof words - 1);
  (void)ignored;
  abort();
}

/* Registers that a call may change and that carry no argument: r11, x16. The first instruction is where indirect jumps may lead. */
#if defined(__x86_64__)
#define JUMP(name) "endbr64\n jmp *late_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(name) "hint #34\n adrp x16, late_" #name "\n ldr x16, [x16, #:lo12:late_" #name "]\n br x16\n"
#else
#error "how a jump through memory is written on this processor is not known here"
#endif

#define DEFINE(name) \
  __attribute__((visibility("hidden"), used)) void *late_##name = (void *)called_too_early; \
  __asm__(".pushsection .text\n .globl " #name "\n .hidden " #name "\n .type " #name ", %function\n" #name ":\n" \
          JUMP(name) ".size " #name ", . - " #name "\n .popsection\n");
#define SLOT(name) {#name, &late_##name},

typedef struct {
  const char *name;
  void **slot;
} function;

#define FUNCTIONS(library) library(DEFINE) static const function functions_of_##library[] = {library(SLOT){NULL, NULL}};
FUNCTIONS(CURL)
FUNCTIONS(CALENDAR)
FUNCTIONS(XML)
FUNCTIONS(ANIMATION)
FUNCTIONS(INPUT)
FUNCTIONS(SEAT)

/* By `vitrine_late_library`. */
#define LIBRARIES(F) \
  F(CURL, "libcurl.so.4") F(CALENDAR, "libical.so.3") F(XML, "libxml2.so.2") F(ANIMATION, "librlottie.so.0-1") \
  F(INPUT, "libinput.so.10") F(SEAT, "libseat.so.1")
#define ENTRY(library, soname) {soname, functions_of_##library},
static const struct {
  const char *file;
  const function *functions;
} libraries[] = {LIBRARIES(ENTRY)};

/* What packages are made by: the binary says in a note of its own what it may load, and how much it needs it.
 * Source: systemd's ELF dlopen metadata, https://systemd.io/ELF_DLOPEN_METADATA. */
#define NOTE(soname, priority) \
  __asm__(".pushsection .note.dlopen, \"a\", %note\n .balign 4\n .long 4, 2f - 1f, 0x407c0c0a\n .asciz \"FDO\"\n" \
          "1: .asciz \"[{\\\"soname\\\":[\\\"" soname "\\\"],\\\"priority\\\":\\\"" priority "\\\"}]\"\n" \
          "2: .balign 4\n .popsection\n");
#define REQUIRED(library, soname) NOTE(soname, "required")
LIBRARIES(REQUIRED)
/* Loaded elsewhere, and gone without where they are not installed. */
NOTE("libmosquitto.so.1", "recommended")
NOTE("librsvg-2.so.2", "recommended")

const char *vitrine_late_file(vitrine_late_library library) { return libraries[library].file; }

const char *vitrine_late_load(vitrine_late_library library) {
  void *handle = dlopen(libraries[library].file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return dlerror();
  for (const function *each = libraries[library].functions; each->name; each++) {
    void *found = dlsym(handle, each->name);
    if (!found) return dlerror();
    __atomic_store_n(each->slot, found, __ATOMIC_RELEASE);
  }
  return NULL;
}
