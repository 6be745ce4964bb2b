/* Runs a fuzz target over the files of the directories given, without a fuzzer: the corpus as a
   plain test in any build. */
#include "input.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUT_MAX 65536

static bool replay(const char *path)
{
    static uint8_t buffer[INPUT_MAX];
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t length = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    uint8_t *exact = malloc(length ? length : 1); /* so that a step past the end is seen */
    memcpy(exact, buffer, length);
    LLVMFuzzerTestOneInput(exact, length);
    free(exact);
    return true;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc; i++) {
        DIR *directory = opendir(argv[i]);
        for (struct dirent *entry; directory && (entry = readdir(directory));) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%s", argv[i], entry->d_name);
            if (entry->d_name[0] != '.')
                count += replay(path);
        }
        if (directory)
            closedir(directory);
    }
    printf("%d inputs\n", count);
    return count == 0;
}
