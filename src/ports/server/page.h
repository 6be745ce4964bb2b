/* The web page, inside the program: every file under web/, the engine for the browser and the site
   of docs/, put there by tools/embed-page at build time. Nothing is read from disk at run time. */
#ifndef PORTS_SERVER_PAGE_H
#define PORTS_SERVER_PAGE_H

#include <stdbool.h>
#include <stddef.h>

enum page_coding { PAGE_PLAIN, PAGE_GZIP, PAGE_BROTLI, PAGE_CODINGS };

struct page_place {
    size_t at, length;
};

struct page_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *tag;                       /* changes with the content */
    struct page_place place[PAGE_CODINGS]; /* length 0: not in this coding */
};

extern const unsigned char page_blob[];
extern const struct page_file page_files[]; /* by path */
extern const int page_file_count;

/* The file at a path of the site; a path that ends in a slash is the index.html there ("/" is the
   start page). NULL when there is none. */
const struct page_file *page_find(const char *path);
/* Whether there would be one if the path, "/docs", ended in a slash. */
bool page_is_folder(const char *path);

/* The best coding that `accept` (an Accept-Encoding header, NULL for none) allows. */
enum page_coding page_coding_for(const struct page_file *file, const char *accept);
/* "gzip", "br" or NULL. */
const char *page_coding_name(enum page_coding coding);

#endif
