/* Each function here stands in for one of a library that is not linked. It goes on to the library's own, whose address `vitrine_late_load` has
 * put into its slot: a jump, so that arguments of any kind pass, those of curl_easy_setopt too. */
#include "late.h"
#include "names.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

static void called_too_early(void) {
  static const char words[] = "vitrine: a library was called before it was loaded; this is a fault of Vitrine's\n";
  ssize_t ignored = write(2, words, sizeof words - 1);
  (void)ignored;
  abort();
}

/* Registers that a call may change and that carry no argument: r11, x16, t3. The first instruction is where indirect jumps may lead. */
#if defined(__x86_64__)
#define JUMP(name) "endbr64\n jmp *late_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(name) "hint #34\n adrp x16, late_" #name "\n ldr x16, [x16, #:lo12:late_" #name "]\n br x16\n"
#elif defined(__riscv) && __riscv_xlen == 64
#define JUMP(name) "1: auipc t3, %pcrel_hi(late_" #name ")\n ld t3, %pcrel_lo(1b)(t3)\n jr t3\n"
#else
#error "how a jump through memory is written on this processor is not known here"
#endif

#define SYMBOL(name) "vitrine_late_" #name
#define DEFINE(name) \
  __attribute__((visibility("hidden"), used)) void *late_##name = (void *)called_too_early; \
  __asm__(".pushsection .text\n .balign 16\n .globl " SYMBOL(name) "\n .hidden " SYMBOL(name) "\n" \
          ".type " SYMBOL(name) ", %function\n" SYMBOL(name) ":\n .cfi_startproc\n" JUMP(name) ".cfi_endproc\n" \
          ".size " SYMBOL(name) ", . - " SYMBOL(name) "\n .popsection\n");
#define SLOT(name) {#name, &late_##name},

typedef struct {
  const char *name;
  void **slot;
} function;

#define FUNCTIONS(library) \
  VITRINE_LATE_##library(DEFINE) \
  static const function functions_of_##library[] = {VITRINE_LATE_##library(SLOT){NULL, NULL}};
FUNCTIONS(CURL)
FUNCTIONS(CALENDAR)
FUNCTIONS(XML)
FUNCTIONS(ANIMATION)
FUNCTIONS(INPUT)
FUNCTIONS(SEAT)
FUNCTIONS(SPEECH)
FUNCTIONS(SOUND)
FUNCTIONS(SIGNING)

/* By `vitrine_late_library`: those that a kiosk cannot go without, then those that it can. */
#define REQUIRED(F) \
  F(CURL, "libcurl.so.4") F(CALENDAR, "libical.so.3") F(XML, "libxml2.so.2") F(ANIMATION, "librlottie.so.0-1") \
  F(INPUT, "libinput.so.10") F(SEAT, "libseat.so.1")
#define RECOMMENDED(F) \
  F(SPEECH, "libespeak-ng.so.1") F(SOUND, "libasound.so.2") F(SIGNING, "libsodium.so.23")
#define ENTRY(library, soname) {soname, functions_of_##library},
static const struct {
  const char *file;
  const function *functions;
} libraries[] = {REQUIRED(ENTRY) RECOMMENDED(ENTRY)};

/* What packages are made by: the binary says in a note of its own what it may load, and how much it needs it.
 * Source: systemd's ELF dlopen metadata, https://systemd.io/ELF_DLOPEN_METADATA. */
#define NOTE(soname, priority) \
  __asm__(".pushsection .note.dlopen, \"a\", %note\n .balign 4\n .long 4, 2f - 1f, 0x407c0c0a\n .asciz \"FDO\"\n" \
          "1: .asciz \"[{\\\"soname\\\":[\\\"" soname "\\\"],\\\"priority\\\":\\\"" priority "\\\"}]\"\n" \
          "2: .balign 4\n .popsection\n");
#define REQUIRE(library, soname) NOTE(soname, "required")
#define RECOMMEND(library, soname) NOTE(soname, "recommended")
REQUIRED(REQUIRE)
RECOMMENDED(RECOMMEND)
/* Loaded elsewhere, and gone without where they are not installed. */
NOTE("libmosquitto.so.1", "recommended")
NOTE("librsvg-2.so.2", "recommended")

const char *vitrine_late_file(vitrine_late_library library) { return libraries[library].file; }

const char *vitrine_late_load(vitrine_late_library library) {
  void *handle = dlopen(libraries[library].file, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return dlerror();
  const function *functions = libraries[library].functions;
  /* All or none. */
  for (const function *each = functions; each->name; each++) {
    if (!dlsym(handle, each->name)) {
      const char *words = dlerror();
      return words ? words : "a function of it is missing";
    }
  }
  for (const function *each = functions; each->name; each++) {
    __atomic_store_n(each->slot, dlsym(handle, each->name), __ATOMIC_RELEASE);
  }
  return NULL;
}
