/* The words of the full screen, in the language of the user's locale: the page's own files
   (web/texts), carried inside the program (tools/embed-texts).

   texts_choose looks at the locale's variables. A text has {places}, which texts_add fills in; one
   that depends on a number has forms, chosen by the value of {n}. Where a terminal shows nothing
   but ASCII, texts_plain takes the letters apart. */
#ifndef PORTS_SCREEN_TEXTS_H
#define PORTS_SCREEN_TEXTS_H

#include "base/text.h"
#include <stdbool.h>
#include <stddef.h>

enum texts_form { TEXTS_ONE, TEXTS_FEW, TEXTS_OTHER, TEXTS_FORMS };

struct texts_entry {
    const char *key;
    const char *forms[TEXTS_FORMS];
};

struct texts_language {
    const char *name; /* "sr-Latn" */
    const struct texts_entry *entries;
    size_t count;
};

extern const struct texts_language texts_languages[];
extern const int texts_language_count;

/* By LC_ALL, LC_MESSAGES and LANG; a terminal without Unicode gets no Cyrillic. */
void texts_choose(bool ascii);
/* The name of the language that was chosen. */
const char *texts_language(void);

/* The text with its places: pairs of name and value, NULL behind the last. A key that is not there
   is written as it is. */
void texts_add(struct text *text, const char *key, ...) __attribute__((sentinel));
/* One without places, as it is; NULL where there is none. */
const char *texts_find(const char *key);
/* A word of the engine (a side, a count, a player); its own word where the page has none for it. */
const char *texts_word(const char *kind, const char *game, const char *name);

/* A number in hundredths with as many decimals as `decimals` (0 or 1), as the language writes it.
 */
void texts_add_number(struct text *text, int hundredths, int decimals);

/* Nothing but ASCII: letters without their marks, plain signs. */
void texts_plain(const char *text, char *plain, size_t size);

#endif
