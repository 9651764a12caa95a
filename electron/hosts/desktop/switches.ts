/**
 * Chromium switches that weaken the security of a packaged Darkslide: they open the window to other programs, replace
 * its programs, redirect its network traffic, or give pages more rights. Darkslide refuses to start with any of them,
 * because they may come from a link or a shortcut that the user was tricked into opening.
 */
const weakening = [
  // remote control of the window
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  // replacing our programs with others
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'ppapi-plugin-launcher',
  'js-flags',
  'load-extension',
  // process isolation; on Linux, `no-sandbox` is allowed because some systems have no sandbox
  ...(process.platform === 'linux' ? [] : ['no-sandbox']),
  'single-process',
  'in-process-gpu',
  'disable-site-isolation-trials',
  // rights of pages
  'disable-web-security',
  'allow-running-insecure-content',
  'allow-file-access-from-files',
  'unsafely-treat-insecure-origin-as-secure',
  'use-fake-ui-for-media-stream',
  'enable-blink-features',
  'disable-blink-features',
  'enable-experimental-web-platform-features',
  // network access, which Settings and the administrator control
  'proxy-server',
  'proxy-pac-url',
  'proxy-bypass-list',
  'no-proxy-server',
  'host-rules',
  'host-resolver-rules',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'allow-insecure-localhost',
  'auth-server-allowlist',
  'auth-server-whitelist',
  'auth-negotiate-delegate-allowlist',
  'auth-negotiate-delegate-whitelist',
  'log-net-log',
  'ssl-key-log-file',
];

/** Returns the first of these switches on the command line, as parsed by Chromium; null if there is none. */
export function weakeningSwitch(hasSwitch: (name: string) => boolean): string | null {
  return weakening.find(hasSwitch) ?? null;
}
