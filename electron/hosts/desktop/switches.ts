/**
 * Switches of Chromium that take away what a packaged Darkslide stands on: they open the window to other
 * programs, run programs in its place, put a stranger between it and the network, or let a page do what
 * pages must not. Whoever can give a command line is the same person, or got them to open a link or a
 * shortcut; so none of them is obeyed in silence.
 */
const weakening = [
  // the window, to whoever knocks
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  // other programs in the place of ours
  'browser-subprocess-path',
  'gpu-launcher',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'ppapi-plugin-launcher',
  'js-flags',
  'load-extension',
  // the walls between processes; on Linux `no-sandbox` is for systems that give Chromium none
  ...(process.platform === 'linux' ? [] : ['no-sandbox']),
  'single-process',
  'in-process-gpu',
  'disable-site-isolation-trials',
  // what a page may do
  'disable-web-security',
  'allow-running-insecure-content',
  'allow-file-access-from-files',
  'unsafely-treat-insecure-origin-as-secure',
  'use-fake-ui-for-media-stream',
  'enable-blink-features',
  'disable-blink-features',
  'enable-experimental-web-platform-features',
  // the way out, which Settings and the administrator decide
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

/** The first of them on the command line, as Chromium has read it; null where there is none. */
export function weakeningSwitch(hasSwitch: (name: string) => boolean): string | null {
  return weakening.find(hasSwitch) ?? null;
}
