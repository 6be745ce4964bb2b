/* Finding a file of the page and choosing its coding. The table is sorted by path and searched
   by halving; a folder stands for the index.html in it. A coding is only chosen if the
   Accept-Encoding header names it with a weight other than zero. */
#include "ports/server/page.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct page_file *find_file(const char *path)
{
    int from = 0, to = page_file_count;
    while (from < to) {
        int middle = (from + to) / 2;
        int order = strcmp(page_files[middle].path, path);
        if (order == 0)
            return &page_files[middle];
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

const struct page_file *page_find(const char *path)
{
    char index[256];
    size_t length = strlen(path);
    if (!length || path[length - 1] != '/')
        return find_file(path);
    int written = snprintf(index, sizeof index, "%sindex.html", path);
    return written > 0 && (size_t)written < sizeof index ? find_file(index) : NULL;
}

bool page_is_folder(const char *path)
{
    char folder[256];
    int written = snprintf(folder, sizeof folder, "%s/", path);
    return written > 1 && (size_t)written < sizeof folder && page_find(folder);
}

/* Whether a word stands in a list with commas, and not with the weight zero. */
static bool accepts(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; *at;) {
        at += strspn(at, " \t,");
        size_t part = strcspn(at, ",");
        const char *weight = memchr(at, ';', part);
        size_t name = weight ? (size_t)(weight - at) : part;
        while (name && (at[name - 1] == ' ' || at[name - 1] == '\t'))
            name--;
        if (name == length && strncasecmp(at, word, length) == 0) {
            const char *value = weight ? memchr(weight, '=', part - (size_t)(weight - at)) : NULL;
            return !value || strcspn(value, "123456789") < part - (size_t)(value - at);
        }
        at += part;
    }
    return false;
}

const char *page_coding_name(enum page_coding coding)
{
    return coding == PAGE_BROTLI ? "br" : coding == PAGE_GZIP ? "gzip" : NULL;
}

enum page_coding page_coding_for(const struct page_file *file, const char *accept)
{
    for (enum page_coding coding = PAGE_BROTLI; accept && coding > PAGE_PLAIN; coding--)
        if (file->place[coding].length && accepts(accept, page_coding_name(coding)))
            return coding;
    return PAGE_PLAIN;
}
