#!/bin/sh
# Runs after the removal of the deb or rpm. Does nothing during an upgrade, because the new package is already
# installed.
case "$1" in
    upgrade | failed-upgrade | abort-upgrade | 1) exit 0 ;;
esac

if [ "$(readlink /usr/bin/darkslide)" = '/opt/${sanitizedProductName}/resources/bin/darkslide' ]; then
    rm -f /usr/bin/darkslide
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
    if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
        apparmor_parser --remove "$profile" || true
    fi
    rm -f "$profile"
fi
exit 0
