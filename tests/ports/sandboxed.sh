#!/bin/sh
# The program $POTEZ, whose server has --sandbox: the tests of the server are run with it as well.
exec "$POTEZ" "$@" --sandbox
