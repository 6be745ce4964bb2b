#!/bin/sh
# The unit of systemd keeps the server to its folder and one socket: usage: unit.sh UNIT POTEZ
# Each line that does is looked for by name; where there is systemd-analyze, it checks that systemd understands
# them and how exposed the service is with them (0 not at all, 100 wholly).
set -u
unit=$1
potez=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
}

while read -r line; do
    grep -qxF "$line" "$unit" || fail "$unit has no line \"$line\""
done <<'END'
DynamicUser=yes
StateDirectory=potez
CapabilityBoundingSet=
LockPersonality=yes
MemoryDenyWriteExecute=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
PrivateUsers=yes
ProtectHome=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service seccomp
SystemCallFilter=~@privileged @resources
END

# The command of the unit is one that the program takes, in its own sandbox.
command=$(sed -n 's/^ExecStart=[^ ]* //p' "$unit" | sed "s|%S|$work|")
case $command in
*" --sandbox "*) ;;
*) fail "ExecStart has no --sandbox" ;;
esac
# shellcheck disable=SC2086
timeout -s TERM 3 "$potez" $command --port 0 >"$work/out" 2>&1
grep -q '^http://127.0.0.1:' "$work/out" || fail "potez $command: $(cat "$work/out")"

if command -v systemd-analyze >/dev/null; then
    # the program where it was built in the place of the one that is not installed
    sed -e "s|^ExecStart=[^ ]*|ExecStart=$potez|" -e '/^Documentation=/d' "$unit" >"$work/potez.service"
    systemd-analyze verify "$work/potez.service" >"$work/out" 2>&1 || fail "$(cat "$work/out")"
    systemd-analyze security --offline=yes --threshold=15 "$work/potez.service" >"$work/out" 2>&1 ||
        fail "$(tail -n 1 "$work/out")"
    tail -n 1 "$work/out"
fi
[ "$failures" -eq 0 ] && echo "the unit is as it should be"
[ "$failures" -eq 0 ]
