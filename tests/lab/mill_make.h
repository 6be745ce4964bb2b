/* What the tests of mill's databases share: an index, random men, and a folder with a build. */
#ifndef TESTS_MILL_MAKE_H
#define TESTS_MILL_MAKE_H

#include "base/random.h"
#include "lab/mill/build.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* To be freed. */
static inline struct mill_index *make_index(int variant, int men)
{
    struct mill_index *made = malloc(sizeof *made + mill_index_bytes(variant, men));
    if (!made)
        abort();
    mill_index_init(made, variant, men, made + 1);
    return made;
}

static inline uint32_t random_set(struct random *random, int count, uint32_t allowed)
{
    uint32_t set = 0;
    while (bits_count(set) < count) {
        uint32_t point = UINT32_C(1) << random_below(random, 24);
        set |= point & allowed;
    }
    return set;
}

static inline void make_folder(char folder[64])
{
    strcpy(folder, "/tmp/potez-mill-XXXXXX");
    if (!mkdtemp(folder))
        abort();
}

static inline int remove_folder(const char *folder)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* Builds on two threads. */
static inline bool build_folder(const char *folder, const struct mill_index *index,
                                struct mill_rules rules, bool placing, struct error *error)
{
    struct mill_build build = {.directory = folder,
                               .index = index,
                               .rules = rules,
                               .men = index->men,
                               .placing = placing,
                               .threads = 2};
    return mill_build_all(&build, error);
}

#endif
