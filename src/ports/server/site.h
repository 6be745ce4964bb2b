/* The page as a folder of files, for any web server that serves files.

   It is the page that the program carries (page.h), file by file and as it is, but for what needs a
   server: the description of the interface is left out, and the page's module that knows where the
   server is says that there is none. Addresses within the page are relative, so the folder can be
   shown under any path.

   The start page is written last, and an old one is taken away first: a folder that was cut off
   while it was written has none, and shows no half page. */
#ifndef PORTS_SERVER_SITE_H
#define PORTS_SERVER_SITE_H

#include "base/error.h"
#include <stdint.h>

struct site_sum {
    int files;
    uint64_t bytes;
};

/* Makes the folder if it is missing. One that holds anything is refused, unless `over` allows
   overwriting what is there; files with other names then stay. */
bool site_write(const char *folder, bool over, struct site_sum *sum, struct error *error);

#endif
