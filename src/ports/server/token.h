/* Secrets that name a seat or a game: random text that cannot be guessed, and its digest.

   A token is 22 characters of the URL-safe base 64 alphabet, 132 bits from the operating system.
   Only digests (SHA-256) are kept in memory and on disk, so that a copy of the database lets nobody
   sit down in another's place; comparing digests reveals nothing about the token by its timing. */
#ifndef PORTS_SERVER_TOKEN_H
#define PORTS_SERVER_TOKEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TOKEN_LENGTH 22
#define TOKEN_DIGEST 32

/* An invitation that can be told over the telephone: TOKEN_CODE digits and capitals without I, L, O
   and U, 40 bits. It only opens an empty seat, and few may be tried. False as for token_make. */
#define TOKEN_CODE 8
bool token_make_code(char code[TOKEN_CODE + 1]);
/* Reads a code as people write it: small letters, spaces and hyphens between, O for 0, I and L for
   1. False when it is none. */
bool token_read_code(const char *text, char code[TOKEN_CODE + 1]);

/* `text` holds length + 1 characters. False when the system gives no random numbers. */
bool token_make(char *text, int length);

void token_digest(const char *text, uint8_t digest[TOKEN_DIGEST]);

/* Whether `text` (NULL is no token) has this digest. */
bool token_matches(const char *text, const uint8_t digest[TOKEN_DIGEST]);

#endif
