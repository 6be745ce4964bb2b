/* Who may come in, and under which name: headers as proxies and browsers write them. */
#include "ports/server/gate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void forwarded_addresses(void **state)
{
    static const struct {
        const char *header, *name; /* NULL: refused */
    } cases[] = {
        {"192.0.2.7", "192.0.2.7"},
        {"evil, 192.0.2.7", "192.0.2.7"},
        {"192.0.2.1,\t192.0.2.7 ", "192.0.2.7"},
        {"192.0.2.7:4711", "192.0.2.7"},
        {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
        {"2001:db8:1:2::9", "2001:db8:1:2::"},
        {"[2001:db8:1:2::9]", "2001:db8:1:2::"},
        {"[2001:db8:1:2::9]:4711", "2001:db8:1:2::"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"127.0.0.1", "127.0.0.1"},
        {NULL, NULL},
        {"", NULL},
        {"unknown", NULL},
        {"192.0.2.7, ", NULL},
        {"192.0.2.7 evil", NULL},
        {"192.0.2.777", NULL},
        {"192.0.2", NULL},
        {"[", NULL},
        {"<script>", NULL},
        {"1111111111222222222233333333334444444444555555555566666666667777", NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[GATE_CLIENT] = "before";
        bool good = gate_forwarded(cases[i].header, name);
        assert_int_equal(good, cases[i].name != NULL);
        assert_string_equal(name, cases[i].name ? cases[i].name : "before");
    }
}

static void foreign_sites(void **state)
{
    (void)state;
    assert_true(gate_site(NULL)); /* a program */
    assert_true(gate_site("same-origin"));
    assert_true(gate_site("none")); /* typed by a person */
    assert_false(gate_site("cross-site"));
    assert_false(gate_site("same-site")); /* another port is enough for that */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forwarded_addresses),
        cmocka_unit_test(foreign_sites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
