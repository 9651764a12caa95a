/**
 * The layers of the main-process side from top to bottom, and the folders of each. Imports go down, or to another
 * folder of the same layer where `folders` allows it. `studio` is electron/studio.ts, and `app` all of electron/app: the
 * use cases.
 */
const layers = {
  hosts: ['desktop', 'browser', 'cli', 'contract', 'socket'],
  app: ['app'],
  root: ['studio'],
  engine: ['queue', 'models', 'once', 'templates', 'intake'],
  adapters: ['service', 'images', 'delivery', 'callback', 'network', 'ledger', 'settings'],
  apart: ['demo'],
};

/**
 * The folders and what each may import besides itself, shared/ and electron/base. The import rules are generated from
 * this table; ARCHITECTURE.md draws it, and a test compares the drawing with it.
 */
const folders = {
  desktop: ['cli', 'contract', 'socket', 'app'],
  browser: ['contract', 'socket', 'app'],
  cli: ['socket', 'app'],
  contract: ['app'],
  socket: ['app'],
  app: [
    'studio',
    'queue',
    'models',
    'demo',
    'intake',
    'service',
    'images',
    'delivery',
    'ledger',
    'network',
    'settings',
  ],
  studio: [
    'queue',
    'intake',
    'models',
    'templates',
    'service',
    'images',
    'delivery',
    'ledger',
    'network',
    'settings',
    'demo',
    'callback',
  ],
  queue: ['once', 'service', 'images', 'delivery', 'ledger', 'settings'],
  models: ['once', 'service', 'images', 'ledger', 'templates', 'network'],
  once: ['service'],
  templates: ['service', 'images', 'network'],
  intake: ['images', 'delivery', 'ledger', 'settings'],
  service: ['network', 'settings'],
  images: ['settings'],
  delivery: ['network', 'ledger', 'settings'],
  callback: ['network', 'ledger', 'settings'],
  network: [],
  ledger: [],
  settings: [],
  demo: [],
};

/** Files of a host that provide what an adapter declares: what each may import for that in addition, and why. */
const supplies = {
  'electron/hosts/desktop/secrets.ts': {
    imports: ['settings'],
    because: 'it keeps keys in the keychain of the system, which only Electron opens',
  },
  'electron/hosts/desktop/settings-store.ts': {
    imports: ['settings'],
    because: 'it writes the settings with electron-store',
  },
};

module.exports = { layers, folders, supplies };
