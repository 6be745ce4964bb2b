/* The weights as they ship: a source file of the program that says how it was made and can be read
   back to continue from it. */
#include "lab/byte/train.h"
#include "lab/replace.h"
#include <errno.h>
#include <string.h>

bool byte_weights_write(const char *path, int size, const int64_t *weights, const char *command,
                        struct error *error)
{
    struct replace replace;
    if (!replace_begin(&replace, path, error))
        return false;
    fprintf(replace.file,
            "/* The weights of Byte's evaluation on %dx%d, early and late, in the order of enum\n"
            "   byte_feature. Made by\n"
            "     %s\n"
            "   which writes this file. */\n"
            "/* clang-format off */\n"
            "#include \"minds/byte/evaluate.h\"\n\n"
            "#define W(early, late) BYTE_WEIGHT(early, late)\n\n"
            "const int64_t byte_weights_%d[BYTE_FEATURES] = {\n",
            size, size, command, size);
    for (int i = 0; i < BYTE_FEATURES; i++)
        fprintf(replace.file, "%sW(%d, %d),%s", i % 8 == 0 ? "    " : " ",
                byte_weight_early(weights[i]), byte_weight_late(weights[i]),
                i % 8 == 7 || i + 1 == BYTE_FEATURES ? "\n" : "");
    fprintf(replace.file, "};\n");
    return replace_end(&replace, !ferror(replace.file), error);
}

bool byte_weights_read(const char *path, int64_t weights[BYTE_FEATURES], struct error *error)
{
    FILE *file = fopen(path, "r");
    char line[1000];
    int count = 0;
    bool inside = false;
    if (!file)
        return error_set(error, "%s: cannot be opened: %s", path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        int early, late;
        inside |= strstr(line, "byte_weights_") != NULL && strchr(line, '{') != NULL;
        for (const char *at = line; inside && (at = strstr(at, "W(")) != NULL; at += 2)
            if (count < BYTE_FEATURES && sscanf(at, "W(%7d, %7d)", &early, &late) == 2)
                weights[count++] = BYTE_WEIGHT(early, late);
    }
    fclose(file);
    return count == BYTE_FEATURES ||
           error_set(error, "%s: expected %d weights, found %d", path, (int)BYTE_FEATURES, count);
}
