import { app, session, type Session } from 'electron';
import { isOfOurPage, isOurPage, MEDIA_SCHEME, ORIGIN } from './places.ts';

/**
 * What no page gets here, ours included, whatever it asks (F72): other pages, windows, web views,
 * devices, permissions. Called before any contents are made.
 */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // a frame of the page, and the page itself but for its own address
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isOurPage(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => event.preventDefault());
    // calls between browsers are no requests, so no policy and no filter sees them
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
  // Electron would hand the first one of the computer to whoever asks
  app.on('select-client-certificate', (event, _contents, _url, _certificates, answer) => {
    event.preventDefault();
    answer();
  });
}

/** The same for what a session grants and loads. Called once the app is ready. */
export function guardSession(guarded: Session = session.defaultSession): void {
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
  // dictionaries would be fetched from the network
  guarded.setSpellCheckerEnabled(false);
  // a sheet that the page itself has written is all there is to save
  guarded.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${ORIGIN}/`)) event.preventDefault();
  });
  // the service is talked to from the main side alone; the window has no way to any network
  guarded.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !own.some((beginning) => url.startsWith(beginning)) });
  });
}

/** To write into the clipboard what a person asked to copy. */
const COPYING = 'clipboard-sanitized-write';

const own = [`${ORIGIN}/`, `${MEDIA_SCHEME}://media/`, `blob:${ORIGIN}/`, 'data:', 'devtools:'];
