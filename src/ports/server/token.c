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

static const char code_alphabet[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

bool token_make_code(char code[TOKEN_CODE + 1])
{
    uint8_t bytes[TOKEN_CODE];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (int i = 0; i < TOKEN_CODE; i++)
        code[i] = code_alphabet[bytes[i] & 31];
    code[TOKEN_CODE] = 0;
    return true;
}

bool token_read_code(const char *text, char code[TOKEN_CODE + 1])
{
    int length = 0;
    for (; *text; text++) {
        char c = *text >= 'a' && *text <= 'z' ? (char)(*text - 'a' + 'A') : *text;
        if (c == ' ' || c == '-')
            continue;
        c = c == 'O' ? '0' : c == 'I' || c == 'L' ? '1' : c;
        if (length == TOKEN_CODE || !strchr(code_alphabet, c))
            return false;
        code[length++] = c;
    }
    code[length] = 0;
    return length == TOKEN_CODE;
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
