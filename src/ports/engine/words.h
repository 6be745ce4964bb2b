/* The words of a line, taken from the left. */
#ifndef PORTS_ENGINE_WORDS_H
#define PORTS_ENGINE_WORDS_H

#include "base/text.h"

struct words {
    const char *text;
    size_t length;
};

/* The next word, false at the end; what is left begins at the word after it. */
static inline bool words_next(struct words *words, struct words *word)
{
    size_t length = 0;
    while (length < words->length && !text_is_space(words->text[length]))
        length++;
    *word = (struct words){words->text, length};
    while (length < words->length && text_is_space(words->text[length]))
        length++;
    words->text += length;
    words->length -= length;
    return word->length > 0;
}

static inline bool words_are(const struct words *word, const char *text)
{
    return text_part_equal(word->text, word->length, text);
}

static inline bool words_number(struct words *words, int64_t least, int64_t most, int64_t *number)
{
    struct words word;
    return words_next(words, &word) && text_to_number(word.text, word.length, least, most, number);
}

/* For messages: the precision and the text of a word. */
#define WORDS_SHOWN(word) text_printable((word).text, (word).length, 40), (word).text

#endif
