#!/bin/sh
# Runs after the installation of the deb or rpm.

app='/opt/${sanitizedProductName}'

# The command on the PATH; a file of another program with this name is kept.
if [ -L /usr/bin/darkslide ] || [ ! -e /usr/bin/darkslide ]; then
    ln -sf "$app/resources/bin/darkslide" /usr/bin/darkslide
fi

# Chromium's sandbox needs a helper owned by root if users may not create namespaces.
if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then
    chmod 0755 "$app/chrome-sandbox" || true
else
    chmod 4755 "$app/chrome-sandbox" || true
fi

# Allows this program to create namespaces where AppArmor forbids them by default (Ubuntu 24.04).
profile="$app/resources/apparmor-profile"
if apparmor_status --enabled >/dev/null 2>&1 && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
    cp -f "$profile" '/etc/apparmor.d/${executable}'
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
        apparmor_parser --replace --write-cache --skip-read-cache '/etc/apparmor.d/${executable}' || true
    fi
fi

if command -v update-mime-database >/dev/null; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi
exit 0
