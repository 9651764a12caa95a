/**
 * The layers of the main process from top to bottom, and the folders in each. A layer may import only layers
 * below it. A folder may also import another folder of its layer if `folders` lists that folder. `studio` is
 * electron/studio.ts; `app` is all of electron/app, the use cases.
 */
const layers = {
  hosts: ['desktop', 'browser', 'cli', 'contract', 'socket'],
  app: ['app'],
  root: ['studio'],
  engine: ['queue', 'models', 'station', 'once', 'templates', 'intake'],
  adapters: [
    'service',
    'images',
    'delivery',
    'callback',
    'network',
    'ledger',
    'shared-studio',
    'settings',
  ],
  apart: ['demo'],
};

/**
 * The folders, and what each may import besides itself, shared/ and electron/base. The import rules are
 * generated from this table. ARCHITECTURE.md shows it as a diagram, and a test compares the two.
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
    'station',
    'demo',
    'intake',
    'service',
    'images',
    'delivery',
    'ledger',
    'shared-studio',
    'network',
    'settings',
  ],
  studio: [
    'queue',
    'intake',
    'models',
    'station',
    'templates',
    'service',
    'images',
    'delivery',
    'ledger',
    'shared-studio',
    'network',
    'settings',
    'demo',
    'callback',
  ],
  queue: ['once', 'station', 'service', 'images', 'delivery', 'ledger', 'settings'],
  models: ['once', 'station', 'service', 'images', 'ledger', 'templates', 'network'],
  station: ['ledger', 'shared-studio'],
  once: ['service'],
  templates: ['service', 'images', 'network'],
  intake: ['images', 'delivery', 'ledger', 'settings'],
  service: ['network', 'settings'],
  images: ['settings'],
  delivery: ['network', 'ledger', 'settings'],
  callback: ['network', 'ledger', 'settings'],
  network: [],
  ledger: [],
  'shared-studio': [],
  settings: [],
  demo: [],
};

/**
 * Files of a host that implement an interface of an adapter: the folders that each file may import in addition,
 * and the reason.
 */
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
