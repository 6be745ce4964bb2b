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

/* `text` holds length + 1 characters. False when the system gives no random numbers. */
bool token_make(char *text, int length);

void token_digest(const char *text, uint8_t digest[TOKEN_DIGEST]);

/* Whether `text` (NULL is no token) has this digest. */
bool token_matches(const char *text, const uint8_t digest[TOKEN_DIGEST]);

#endif
