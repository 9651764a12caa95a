#!/bin/sh
# After the installation of the deb or rpm: what its files alone do not do.

app='/opt/${sanitizedProductName}'

# the command; what somebody else has put there stays
if [ -L /usr/bin/darkslide ] || [ ! -e /usr/bin/darkslide ]; then
    ln -sf "$app/resources/bin/darkslide" /usr/bin/darkslide
fi

# Chromium's sandbox needs a helper of root's where users may not make namespaces
if [ -L /proc/self/ns/user ] && unshare --user true 2>/dev/null; then
    chmod 0755 "$app/chrome-sandbox" || true
else
    chmod 4755 "$app/chrome-sandbox" || true
fi

# namespaces for this program where AppArmor keeps them from all others (Ubuntu 24.04)
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
