/* Tokens from the system's random numbers: each character takes six bits of one byte, so all 64
   characters are equally likely. Digests are compared with memcmp; its timing could at most
   reveal a digest, from which nobody gets back to the token. */
#include "ports/server/token.h"

#include <openssl/sha.h>
#include <string.h>
#include <sys/random.h>

bool token_make(char *text, int length)
{
    static const char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint8_t bytes[64];
    if (length > (int)sizeof bytes ||
        getrandom(bytes, (size_t)length, 0) != (ssize_t)length) /* whole up to 256 bytes */
        return false;
    for (int i = 0; i < length; i++)
        text[i] = alphabet[bytes[i] & 63];
    text[length] = 0;
    return true;
}

void token_digest(const char *text, uint8_t digest[TOKEN_DIGEST])
{
    SHA256((const unsigned char *)text, strlen(text), digest);
}

bool token_matches(const char *text, const uint8_t digest[TOKEN_DIGEST])
{
    uint8_t found[TOKEN_DIGEST];
    if (!text || strlen(text) != TOKEN_LENGTH)
        return false;
    token_digest(text, found);
    return memcmp(found, digest, TOKEN_DIGEST) == 0;
}
