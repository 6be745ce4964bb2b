/* Keys are sorted when the tables are made, so one is found by bisection. The plural rules are
   those of the four languages that there are: English has two forms, the others three, chosen by
   the last two digits. */
#include "ports/screen/texts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct texts_language *chosen;

/* ---- which language ---- */

static const struct texts_language *language_named(const char *name)
{
    for (int i = 0; i < texts_language_count; i++)
        if (strcmp(texts_languages[i].name, name) == 0)
            return &texts_languages[i];
    return &texts_languages[0];
}

/* As the page does it: who speaks Bosnian reads Croatian, Serbian is Cyrillic unless the locale
   says Latin. */
static const char *name_of(const char *locale, bool ascii)
{
    if (strncmp(locale, "hr", 2) == 0 || strncmp(locale, "bs", 2) == 0)
        return "hr";
    if (strncmp(locale, "sr", 2) == 0 || strncmp(locale, "sh", 2) == 0) {
        bool latin = ascii || strstr(locale, "latin") || strstr(locale, "_ME") || locale[1] == 'h';
        return latin ? "sr-Latn" : "sr-Cyrl";
    }
    return "en";
}

void texts_choose(bool ascii)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = NULL;
    for (size_t i = 0; i < sizeof variables / sizeof variables[0] && !(locale && *locale); i++)
        locale = getenv(variables[i]);
    chosen = language_named(name_of(locale ? locale : "", ascii));
}

const char *texts_language(void)
{
    return chosen->name;
}

/* ---- finding and filling in ---- */

static int by_key(const void *key, const void *entry)
{
    return strcmp(key, ((const struct texts_entry *)entry)->key);
}

static const struct texts_entry *entry_of(const char *key)
{
    return bsearch(key, chosen->entries, chosen->count, sizeof *chosen->entries, by_key);
}

const char *texts_find(const char *key)
{
    const struct texts_entry *entry = entry_of(key);
    return entry ? entry->forms[TEXTS_OTHER] : NULL;
}

const char *texts_word(const char *kind, const char *game, const char *name)
{
    char key[96];
    snprintf(key, sizeof key, "word.%s.%s.%s", kind, game, name);
    const char *found = texts_find(key);
    snprintf(key, sizeof key, "word.%s.%s", kind, name);
    found = found ? found : texts_find(key);
    return found ? found : name;
}

/* English has one and many; the others count 1, 21, 31 as one and 2 to 4, 22 to 24 as few. */
static enum texts_form form_of(const char *number)
{
    int last = atoi(number) % 10, last_two = atoi(number) % 100;
    bool whole = !strpbrk(number, ".,");
    if (chosen == &texts_languages[0])
        return whole && atoi(number) == 1 ? TEXTS_ONE : TEXTS_OTHER;
    if (!whole || (last_two >= 11 && last_two <= 14))
        return TEXTS_OTHER;
    return last == 1 ? TEXTS_ONE : last >= 2 && last <= 4 ? TEXTS_FEW : TEXTS_OTHER;
}

enum { PLACES = 8 };

struct texts_place {
    const char *name, *value;
};

static const char *value_of(const struct texts_place *places, const char *name, size_t length)
{
    for (; places->name; places++)
        if (strlen(places->name) == length && strncmp(places->name, name, length) == 0)
            return places->value;
    return NULL;
}

static void fill_in(struct text *text, const char *pattern, const struct texts_place *places)
{
    while (*pattern) {
        const char *end = *pattern == '{' ? strchr(pattern, '}') : NULL;
        const char *value = end ? value_of(places, pattern + 1, (size_t)(end - pattern) - 1) : NULL;
        if (value)
            text_add(text, value);
        else
            text_add_char(text, *pattern);
        pattern = value ? end + 1 : pattern + 1;
    }
}

void texts_add(struct text *text, const char *key, ...)
{
    struct texts_place places[PLACES + 1] = {0};
    const struct texts_entry *entry = entry_of(key);
    va_list list;
    va_start(list, key);
    for (int i = 0; i < PLACES && (places[i].name = va_arg(list, const char *)); i++)
        places[i].value = va_arg(list, const char *);
    va_end(list);
    const char *number = value_of(places, "n", 1);
    fill_in(text, entry ? entry->forms[number ? form_of(number) : TEXTS_OTHER] : key, places);
}

void texts_add_number(struct text *text, int hundredths, int decimals)
{
    int tenths = (abs(hundredths) + 5) / 10, whole = (abs(hundredths) + 50) / 100;
    bool split = decimals && tenths % 10;
    text_print(text, "%d", split ? tenths / 10 : whole);
    if (split)
        text_print(text, "%c%d", chosen == &texts_languages[0] ? '.' : ',', tenths % 10);
}

/* ---- without Unicode ---- */

static const struct {
    const char *letter, *plain;
} plains[] = {
    {"č", "c"},  {"ć", "c"},  {"š", "s"},  {"ž", "z"}, {"đ", "dj"},     {"Č", "C"},   {"Ć", "C"},
    {"Š", "S"},  {"Ž", "Z"},  {"Đ", "Dj"}, {"·", "-"}, {"–", "-"},      {"—", "-"},   {"−", "-"},
    {"“", "\""}, {"”", "\""}, {"„", "\""}, {"’", "'"}, {"‘", "'"},      {"…", "..."}, {"→", "->"},
    {"×", "x"},  {"←", "<-"}, {"↑", "^"},  {"↓", "v"}, {"\u00a0", " "},
};

void texts_plain(const char *text, char *plain, size_t size)
{
    struct text out;
    text_init(&out, plain, size);
    while (*text) {
        size_t i = 0, count = sizeof plains / sizeof plains[0];
        while (i < count && strncmp(text, plains[i].letter, strlen(plains[i].letter)) != 0)
            i++;
        if ((unsigned char)*text < 128) {
            text_add_char(&out, *text++);
        } else if (i < count) {
            text_add(&out, plains[i].plain);
            text += strlen(plains[i].letter);
        } else {
            text_add_char(&out, '?');
            for (text++; ((unsigned char)*text & 0xc0) == 0x80; text++)
                ;
        }
    }
}
