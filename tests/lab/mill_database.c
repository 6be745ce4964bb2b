/* Mill's databases: counts against a table computed elsewhere, forward verification, files that
   were damaged, and the small set. Numbering is in mill_index.c, the players in mill_known.c. */
#include "lab/game.h"
#include "lab/mill/packed.h"
#include "lab/mill/retrograde.h"
#include "lab/mill/verify.h"
#include "mill_make.h"
#include "minds/mill/small.h"
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MEN = 4 };

static const struct mill_rules nine = {MILL_NINE, false, true, false};
static char directory[64];
static struct mill_index *index4;

static int make_all(void **state)
{
    (void)state;
    struct error error = {.text = ""};
    make_folder(directory);
    index4 = make_index(MILL_NINE, MEN);
    if (!build_folder(directory, index4, nine, false, &error))
        fail_msg("%s", error.text);
    return 0;
}

static int remove_all(void **state)
{
    (void)state;
    free(index4);
    return remove_folder(directory);
}

static struct mill_store open_store(int mover, int other)
{
    struct mill_store store;
    struct error error;
    struct mill_subspace subspace = {(uint8_t)mover, (uint8_t)other, 0, 0};
    if (!mill_store_open(&store, directory, nine, index4, subspace, &error))
        fail_msg("%s", error.text);
    return store;
}

static void test_counts(void **state)
{
    (void)state;
    FILE *file = fopen("tests/data/mill/subspaces.tsv", "r");
    assert_non_null(file);
    char line[256];
    int rows = 0;
    while (fgets(line, sizeof line, file)) {
        unsigned mover, other, longest[2];
        unsigned long long n[8];
        if (sscanf(line, "%u %u %llu %llu %llu %llu %llu %llu %llu %llu %u %u", &mover, &other,
                   &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], &n[7], &longest[0],
                   &longest[1]) != 12 ||
            mover > MEN || other > MEN)
            continue;
        struct mill_store store = open_store((int)mover, (int)other);
        const struct mill_store_counts *counts = &store.counts;
        assert_int_equal(counts->reduced, n[0]);
        assert_int_equal(counts->win, n[1]);
        assert_int_equal(counts->draw, n[2]);
        assert_int_equal(counts->loss, n[3]);
        assert_int_equal(counts->raw_win + counts->raw_draw + counts->raw_loss, n[4]);
        assert_int_equal(counts->raw_win, n[5]);
        assert_int_equal(counts->raw_draw, n[6]);
        assert_int_equal(counts->raw_loss, n[7]);
        assert_int_equal(counts->longest_win, longest[0]);
        assert_int_equal(counts->longest_loss, longest[1]);
        mill_store_close(&store);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 4);
}

static void test_verify(void **state)
{
    (void)state;
    struct error error;
    struct mill_shelf *shelf = mill_shelf_open(directory, nine, &error);
    assert_non_null(shelf);
    struct mill_verify verify = {.shelf = shelf, .rules = nine, .threads = 2, .seed = 1};
    const struct mill_store *store;
    for (int i = 0; (store = mill_shelf_store(shelf, i)); i++) {
        struct mill_verify_result result;
        verify.sample = store->slots > 300000 ? 100000 : 0;
        assert_true(mill_verify_store(&verify, store, &result, &error));
        assert_true(result.looked > 80000);
        assert_int_equal(result.wrong, 0);
        assert_int_equal(result.unknown, 0);
    }
    mill_shelf_close(shelf);
}

/* Samples are neighbours: a thousand of them, with all they lead to, lie in a few blocks. */
static void test_verify_sample(void **state)
{
    (void)state;
    struct error error;
    struct mill_shelf *shelf = mill_shelf_open(directory, nine, &error);
    assert_non_null(shelf);
    struct mill_verify verify = {.shelf = shelf, .rules = nine, .threads = 1, .sample = 1000};
    struct mill_verify_result result;
    const struct mill_store *store = mill_shelf_store(shelf, 1);
    assert_int_equal(store->subspace.mover, 4);
    assert_int_equal(store->subspace.other, 3);
    assert_true(mill_verify_store(&verify, store, &result, &error));
    assert_in_range(result.looked, 500, 1000);
    assert_int_equal(result.wrong, 0);
    assert_true(mill_shelf_unpacked(shelf) < 40); /* of nearly a hundred that there are */
    mill_shelf_close(shelf);
}

/* A value that is wrong must be found: the verifier is not blind. */
static void test_verify_finds(void **state)
{
    (void)state;
    struct error error;
    struct mill_store_counts counts;
    struct mill_subspace subspace = {3, 3, 0, 0};
    struct mill_store store = open_store(3, 3);
    uint16_t *values = malloc(store.slots * sizeof *values);
    assert_true(mill_store_load(&store, values, 1, &error));
    mill_store_close(&store);
    for (int change = 0; change < 2; change++) {
        uint64_t slot = 1000;
        while (values[slot] != (change ? 5 : 4))
            slot++;
        uint16_t right = values[slot];
        values[slot] = change ? 7 : MILL_OPEN;
        assert_true(
            mill_store_write(directory, nine, index4, subspace, values, 1, &counts, &error));
        struct mill_shelf *shelf = mill_shelf_open(directory, nine, &error);
        struct mill_verify verify = {.shelf = shelf, .rules = nine, .threads = 2};
        struct mill_verify_result result;
        assert_true(mill_verify_store(&verify, mill_shelf_store(shelf, 0), &result, &error));
        assert_true(result.wrong > 0);
        assert_true(strlen(result.first_wrong) > 24);
        mill_shelf_close(shelf);
        values[slot] = right;
    }
    assert_true(mill_store_write(directory, nine, index4, subspace, values, 1, &counts, &error));
    free(values);
}

/* Packed, every position has the outcome it had, in less room, and a changed byte is found. */
static void test_packed(void **state)
{
    (void)state;
    struct error error = {.text = ""};
    const struct lab_embedded *model = &lab_game_of(&game_mill)->model;
    struct mill_packing packing;
    uint64_t bytes;
    struct mill_store store = open_store(3, 4), packed;
    static uint8_t codes[STORE_BLOCK], packed_codes[STORE_BLOCK];
    assert_true(
        mill_packing_make(&packing, directory, nine, index4, model->data, *model->bytes, &error));
    assert_true(mill_packed_write(&packing, directory, &store, 2, &bytes, &error));
    assert_true(bytes < store.outcome.bytes);
    assert_true(mill_store_open_packed(&packed, &packing, directory, store.subspace, &error));
    assert_true(packed.slots == store.slots && packed.counts.win == store.counts.win);
    for (uint32_t block = 0; block < store.outcome.blocks; block++) {
        uint32_t slots = mill_store_block(&store, block, codes, NULL, &error);
        assert_int_equal(mill_store_block(&packed, block, packed_codes, NULL, &error), slots);
        for (uint32_t i = 0; i < slots; i++)
            assert_true(codes[i] == MILL_CODE_HOLE || codes[i] == packed_codes[i]);
    }
    FILE *file = fopen(packed.packed->file.path, "r+b");
    fseek(file, -20, SEEK_END);
    int byte = fgetc(file);
    fseek(file, -20, SEEK_END);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_int_equal(mill_store_block(&packed, packed.outcome.blocks - 1, codes, NULL, &error), 0);
    assert_non_null(strstr(error.text, "mill-3-4.packed"));
    assert_int_equal(remove(packed.packed->file.path), 0);
    mill_store_close(&packed);
    mill_store_close(&store);
    mill_packing_close(&packing);
}

static void file_bytes(const char *path, char **bytes, size_t *length)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    *bytes = malloc(*length);
    assert_int_equal(fread(*bytes, 1, *length, file), *length);
    fclose(file);
}

static void file_put(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    fclose(file);
}

/* Opens a packed database and reads all of its blocks. */
static bool packed_readable(const struct mill_packing *packing, struct error *error)
{
    static uint8_t codes[STORE_BLOCK];
    struct mill_store packed;
    if (!mill_store_open_packed(&packed, packing, directory, (struct mill_subspace){3, 3, 0, 0},
                                error))
        return false;
    bool good = true;
    for (uint32_t block = 0; good && block < packed.outcome.blocks; block++)
        good = mill_store_block(&packed, block, codes, NULL, error) > 0;
    mill_store_close(&packed);
    return good;
}

/* A packed database with any bit of its head changed, with others changed, or cut off. */
static void test_packed_damage(void **state)
{
    (void)state;
    enum { HEAD = 104 };
    struct error error = {.text = ""};
    const struct lab_embedded *model = &lab_game_of(&game_mill)->model;
    struct mill_packing packing;
    struct mill_store store = open_store(3, 3);
    struct random random;
    uint64_t written;
    char path[128], *bytes;
    size_t length;
    assert_true(
        mill_packing_make(&packing, directory, nine, index4, model->data, *model->bytes, &error));
    assert_true(mill_packed_write(&packing, directory, &store, 1, &written, &error));
    mill_store_close(&store);
    snprintf(path, sizeof path, "%s/mill-3-3.packed", directory);
    file_bytes(path, &bytes, &length);
    assert_true(packed_readable(&packing, &error));
    random_seed(&random, 4);
    for (size_t i = 0; i < HEAD + 60; i++) {
        size_t at = i < HEAD ? i : HEAD + random_below(&random, (uint32_t)(length - HEAD));
        char flip = (char)(1 << random_below(&random, 8));
        bytes[at] = (char)(bytes[at] ^ flip);
        file_put(path, bytes, length);
        error.text[0] = 0;
        if (packed_readable(&packing, &error))
            fail_msg("byte %zu of %zu may be changed", at, length);
        assert_non_null(strstr(error.text, path));
        bytes[at] = (char)(bytes[at] ^ flip);
    }
    for (size_t cut = 0; cut < length; cut += length / 20) {
        file_put(path, bytes, cut);
        assert_false(packed_readable(&packing, &error));
        assert_non_null(strstr(error.text, path));
    }
    file_put(path, bytes, length);
    packing.model ^= 1;
    assert_false(packed_readable(&packing, &error));
    assert_non_null(strstr(error.text, "it was packed with other patterns than this folder has"));
    assert_int_equal(remove(path), 0);
    mill_packing_close(&packing);
    free(bytes);
    assert_false(mill_packing_make(&packing, directory, nine, index4, model->data, 10, &error));
    assert_true(error.text[0]);
}

/* Opens and reads everything; true when nothing was complained about. */
static bool readable(struct error *error)
{
    struct mill_store store;
    struct mill_subspace subspace = {3, 3, 0, 0};
    if (!mill_store_open(&store, directory, nine, index4, subspace, error))
        return false;
    uint16_t *values = malloc(store.slots * sizeof *values);
    bool good = mill_store_load(&store, values, 1, error);
    free(values);
    mill_store_close(&store);
    return good;
}

static void test_damage(void **state)
{
    (void)state;
    static const char *const kinds[] = {"outcome", "distance"};
    struct error error;
    struct random random;
    random_seed(&random, 9);
    assert_true(readable(&error));
    for (int kind = 0; kind < 2; kind++) {
        char path[128], *bytes;
        size_t length;
        snprintf(path, sizeof path, "%s/mill-3-3.%s", directory, kinds[kind]);
        file_bytes(path, &bytes, &length);
        for (int i = 0; i < 200; i++) {
            /* the first bytes of the head and then anywhere */
            size_t at = i < 100 ? (size_t)i : random_below(&random, (uint32_t)length);
            char flip = (char)(1 << random_below(&random, 8));
            bytes[at] = (char)(bytes[at] ^ flip);
            file_put(path, bytes, length);
            if (readable(&error)) /* up to seven bytes between blocks and index mean nothing */
                assert_true(bytes[at] == flip);
            else
                assert_non_null(strstr(error.text, path));
            bytes[at] = (char)(bytes[at] ^ flip);
        }
        for (int i = 0; i < 60; i++) {
            file_put(path, bytes,
                     i < 10 ? (size_t)i * 20 : random_below(&random, (uint32_t)length));
            assert_false(readable(&error));
            assert_non_null(strstr(error.text, path));
        }
        file_put(path, bytes, length / 2);
        struct mill_build build = {
            .directory = directory, .index = index4, .rules = nine, .men = 3, .threads = 1};
        assert_true(mill_build_all(&build, &error)); /* builds what is damaged again */
        assert_true(readable(&error));
        free(bytes);
    }
}

static void test_small(void **state)
{
    (void)state;
    struct error error;
    const struct mill_database *small = mill_small_database();
    for (int mover = 3; mover <= MEN; mover++)
        for (int other = 3; other <= MEN; other++) {
            struct mill_store store = open_store(mover, other);
            uint16_t *values = malloc(store.slots * sizeof *values);
            assert_true(mill_store_load(&store, values, 2, &error));
            struct mill_subspace subspace = store.subspace;
            for (uint64_t slot = 0; slot < store.slots; slot++) {
                if (values[slot] == MILL_HOLE || (values[slot] == MILL_OPEN && slot % 16))
                    continue;
                struct mill_fact fact;
                assert_true(small->read(small->source, subspace, slot, &fact));
                bool open = values[slot] == MILL_OPEN;
                assert_int_equal(fact.outcome, open ? 0 : values[slot] & 1 ? 1 : -1);
                assert_int_equal(fact.plies, open ? -1 : values[slot]);
            }
            free(values);
            mill_store_close(&store);
        }
}

/* The page hands in the bytes that the program carries; what is not whole is refused, and what is
   answers as before. */
static void test_small_given(void **state)
{
    (void)state;
    extern const uint8_t mill_small_data[];
    extern const uint32_t mill_small_bytes;
    const size_t head = SMALL_HEAD + SMALL_SUBSPACES * SMALL_ENTRY;
    const struct mill_database *small = mill_small_database();
    const struct mill_subspace subspace = {3, 4, 0, 0};
    struct error error;
    struct mill_fact before, after;
    uint8_t *bytes = malloc(mill_small_bytes);
    assert_true(mill_small_bytes > head);
    memcpy(bytes, mill_small_data, mill_small_bytes);
    for (size_t cut = 0; cut < head; cut += 4)
        assert_false(mill_small_use(bytes, cut, &error));
    assert_string_equal(error.text, "not a set of solved mill positions");
    bytes[0] ^= 1;
    assert_false(mill_small_use(bytes, mill_small_bytes, &error));
    bytes[0] ^= 1;
    for (size_t at = 7; at < SMALL_HEAD + 16; at += 4) { /* the highest byte of a number */
        if (at == 11)
            continue; /* which subspace */
        bytes[at] ^= 0x80;
        assert_false(mill_small_use(bytes, mill_small_bytes, &error));
        bytes[at] ^= 0x80;
    }
    assert_true(mill_small_use(bytes, mill_small_bytes, &error));
    for (uint64_t slot = 0; slot < 20000; slot += 7) {
        assert_true(small->read(small->source, subspace, slot, &after));
        assert_true(mill_small_read(mill_small_data, mill_small_bytes, subspace, slot, &before));
        assert_memory_equal(&before, &after, sizeof before);
    }
    assert_false(
        mill_small_read(bytes, mill_small_bytes, (struct mill_subspace){3, 3, 1, 0}, 0, &after));
    assert_false(mill_small_read(bytes, 3, subspace, 0, &after));
    assert_true(mill_small_use(mill_small_data, mill_small_bytes, &error));
    free(bytes);
}

/* Moving and placing of three men a side, on one thread and on three: the same bytes, and every
   value agrees with those of its successors. */
static void test_threads(void **state)
{
    (void)state;
    static const struct mill_subspace some[] = {
        {3, 3, 0, 0}, {2, 3, 1, 0}, {2, 2, 1, 1}, {0, 0, 3, 3}};
    char path[2][96], command[256];
    struct error error = {.text = ""};
    for (int i = 0; i < 2; i++) {
        snprintf(path[i], sizeof path[i], "%s/threads-%d", directory, i);
        struct mill_build build = {.directory = path[i],
                                   .index = index4,
                                   .rules = nine,
                                   .men = 3,
                                   .placing = true,
                                   .threads = i == 0 ? 1 : 3};
        if (!mill_build_all(&build, &error))
            fail_msg("%s", error.text);
    }
    snprintf(command, sizeof command, "diff -r %s %s", path[0], path[1]);
    assert_int_equal(system(command), 0);
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        assert_true(mill_store_exists(path[0], nine, some[i]));
    struct mill_shelf *shelf = mill_shelf_open(path[0], nine, &error);
    assert_non_null(shelf);
    struct mill_verify verify = {.shelf = shelf, .rules = nine, .threads = 2};
    const struct mill_store *store;
    for (int i = 0; (store = mill_shelf_store(shelf, i)); i++) {
        struct mill_verify_result result;
        assert_true(mill_verify_store(&verify, store, &result, &error));
        assert_true(result.looked > 0);
        assert_int_equal(result.wrong, 0);
        assert_int_equal(result.unknown, 0);
    }
    mill_shelf_close(shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),        cmocka_unit_test(test_verify),
        cmocka_unit_test(test_verify_sample), cmocka_unit_test(test_packed),
        cmocka_unit_test(test_packed_damage), cmocka_unit_test(test_verify_finds),
        cmocka_unit_test(test_damage),        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_small),         cmocka_unit_test(test_small_given),
    };
    return cmocka_run_group_tests(tests, make_all, remove_all);
}
