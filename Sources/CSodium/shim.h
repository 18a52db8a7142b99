#pragma once
#include "../CLate/names.h"

VITRINE_LATE_SIGNING(VITRINE_LATE_RENAME)

/* libsodium is loaded with the first bundle and not linked, so that a kiosk that shows a file does not carry it: this is what is called of it.
 * Sources: sodium/core.h, sodium/crypto_generichash.h, sodium/crypto_sign.h, sodium/utils.h 1.0.18. */
#include <stddef.h>

enum {
  /* Ed25519. Source: RFC 8032. */
  VITRINE_PUBLIC_KEY_BYTES = 32,
  VITRINE_SECRET_KEY_BYTES = 64,
  VITRINE_SIGNATURE_BYTES = 64,
  /* What its memory begins at a multiple of. */
  VITRINE_HASH_ALIGNMENT = 64,
};

int sodium_init(void);
void sodium_memzero(void *memory, size_t size);
/* BLAKE2b, of 16 to 64 bytes. Source: RFC 7693. */
size_t crypto_generichash_statebytes(void);
int crypto_generichash_init(void *state, const unsigned char *key, size_t key_size, size_t size);
int crypto_generichash_update(void *state, const unsigned char *bytes, unsigned long long count);
int crypto_generichash_final(void *state, unsigned char *digest, size_t size);
int crypto_sign_keypair(unsigned char *public_key, unsigned char *secret_key);
int crypto_sign_detached(
    unsigned char *signature, unsigned long long *size, const unsigned char *message, unsigned long long count,
    const unsigned char *secret_key);
int crypto_sign_verify_detached(
    const unsigned char *signature, const unsigned char *message, unsigned long long count,
    const unsigned char *public_key);
