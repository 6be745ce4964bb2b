#!/bin/bash
# potez page: the folder holds what the program serves and nothing that needs a server, a folder that holds
# something is left alone, and what was cut off has no start page.
potez=$(realpath "$1")
scratch=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) # every file is brought to the disk, which takes its time
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
failed=0

fail() {
    echo "$1"
    failed=1
}
refused() { # WHAT STATUS ARGUMENTS...
    "$potez" page "${@:3}" >said 2>&1
    [ $? = "$2" ] && grep -q -e "$1" said || fail "page ${*:3}: $(cat said)"
}

refused "--out DIR" 2
"$potez" page --out site --json >said || fail "page --out fails"
grep -q "{\"folder\":\"site\",\"files\":$(find site -type f | wc -l),\"bytes\":$(find site -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')}" said ||
    fail "counts are wrong: $(cat said)"
diff -rq --exclude=template "$SOURCE/web" site | grep -v "^Only in site\(/engine\|/models\|/vendor\|/docs.*\)\?: \|place.js differ" && fail "the folder differs from web/"
[ -e site/api ] && fail "the server's interface is there"
grep -q "api = null" site/modules/place.js || fail "the page looks for a server"
[ -z "$(find site -name '*.part-*')" ] || fail "files in the making were left"

refused "not empty" 2 --out site
mkdir other empty && touch other/mine
refused "not empty" 2 --out other
[ "$(ls other)" = mine ] || fail "a folder that was refused was touched"
"$potez" page --out empty --quiet >/dev/null || fail "an empty folder is refused"
diff -r site empty >/dev/null || fail "two sites differ"
touch site/mine && echo old >site/index.html
"$potez" page --out site --replace >/dev/null && [ -e site/mine ] && cmp site/index.html empty/index.html || fail "--replace"
refused "Not a directory\|File exists" 3 --out other/mine
refused "No such file" 3 --out nowhere/site

# Cut off in the middle: the old start page is gone, the new one is not there yet.
rm -r site/modules && touch site/modules
refused "modules" 3 --out site --replace
[ ! -e site/index.html ] || fail "half a site has a start page"

# Ended by a signal in the middle: whole or without a start page.
"$potez" page --out cut >/dev/null 2>&1 &
while kill -0 $! 2>/dev/null && ! [ -e cut/modules ]; do :; done
kill -KILL $! 2>/dev/null
wait $! 2>/dev/null
[ ! -e cut/index.html ] || diff -r cut empty >/dev/null || fail "half a site has a start page"
exit $failed
