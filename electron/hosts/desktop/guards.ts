import { app, session } from 'electron';
import { isOfOurPage, isOurPage, MEDIA_SCHEME, ORIGIN } from './places.ts';

/**
 * Denies all pages, including ours, navigation, new windows, web views, devices and permissions (F72). Must be called
 * before the first page is created.
 */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // blocks navigation in frames, and in the page except to its own URL
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isOurPage(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    // WebRTC bypasses the content security policy and request filters
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
  // Electron would send the computer's first certificate to any server that requests one
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
}

/** Denies permissions, devices and network access in the session of the pages. Must be called when the app is ready. */
export function guardSession(): void {
  const guarded = session.defaultSession;
  guarded.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl }) => {
    answer(permission === COPYING && isOurPage(requestingUrl ?? ''));
  });
  guarded.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === COPYING && isOfOurPage(origin),
  );
  guarded.setDevicePermissionHandler(() => false);
  guarded.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses);
  guarded.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  guarded.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  // Turned off, because Electron would download dictionaries from the network.
  guarded.setSpellCheckerEnabled(false);
  // The page may only save files that it created itself.
  guarded.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${ORIGIN}/`)) event.preventDefault();
  });
  // only the main process connects to the service; the window has no network access
  guarded.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !own.some((beginning) => url.startsWith(beginning)) });
  });
}

/** Permission to copy text to the clipboard. */
const COPYING = 'clipboard-sanitized-write';

const own = [`${ORIGIN}/`, `${MEDIA_SCHEME}://media/`, `blob:${ORIGIN}/`, 'data:', 'devtools:'];
