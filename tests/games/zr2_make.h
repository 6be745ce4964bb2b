/* Making levels of ZR 2 for tests, and their text again. Both in memory of their own from malloc;
   what should not fail fails the running cmocka test. */
#ifndef TESTS_GAMES_ZR2_MAKE_H
#define TESTS_GAMES_ZR2_MAKE_H

#include "games/zr2/zr2.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A level in memory of exactly the size asked for, so that a sanitizer sees any byte too far. */
static inline struct zr2_level *level_make(const char *text)
{
    struct error error = {.text = ""};
    size_t length = strlen(text), size = zr2_level_size(text, length, &error);
    if (!size)
        fail_msg("%s\n%s", error.text, text);
    char *exact = malloc(length), *first = malloc(size), *second = malloc(size);
    memcpy(exact, text, length);
    memset(first, 0x55, size);
    assert_true(zr2_level_read(exact, length, first, size, &error));
    assert_false(zr2_level_read(exact, length, second, size - 8, &error));
    assert_non_null(strstr(error.text, "bytes of memory"));
    memcpy(second, first, size); /* a level may be moved */
    memset(first, 0x55, size);
    free(first);
    free(exact);
    return (struct zr2_level *)(void *)second;
}

static inline char *level_text(const struct zr2_level *level)
{
    struct text text;
    char none[1];
    text_init(&text, none, sizeof none);
    zr2_level_write(level, &text);
    size_t size = text.length + 1;
    char *written = malloc(size);
    text_init(&text, written, size);
    zr2_level_write(level, &text);
    assert_true(text_fits(&text));
    return written;
}

/* The text of a level of like cells. */
static inline char *like_cells(const char *start, const char *size, int cells)
{
    char *text = malloc((size_t)cells * 24 + 256), *at = text;
    at += sprintf(at, "like\nTarget=0\nSumToZero\n%s\n0\n%s\n", start, size);
    for (int i = 0; i < cells; i++)
        at += sprintf(at, "(1, 9999, 0, 0, 0, 0)%c", i % 2 ? '\n' : ' ');
    return text;
}

#endif
