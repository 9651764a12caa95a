/**
 * The rooms of the main-process side and what each may import besides itself, shared/ and
 * electron/base. The import rules are made from this table; ARCHITECTURE.md draws it, and a test
 * holds the drawing to it.
 */
module.exports = {
  desktop: ['handlers', 'studio', 'demo', 'images', 'settings'],
  browser: ['handlers', 'studio', 'demo', 'images', 'settings'],
  cli: [
    'handlers',
    'studio',
    'queue',
    'demo',
    'intake',
    'delivery',
    'service',
    'images',
    'ledger',
    'settings',
  ],
  handlers: [
    'studio',
    'queue',
    'demo',
    'intake',
    'service',
    'images',
    'delivery',
    'ledger',
    'settings',
  ],
  studio: [
    'queue',
    'intake',
    'templates',
    'service',
    'images',
    'delivery',
    'ledger',
    'settings',
    'demo',
    'callback',
  ],
  queue: ['service', 'images', 'delivery', 'ledger', 'settings'],
  templates: ['service', 'images', 'delivery'],
  intake: ['images', 'delivery', 'ledger', 'settings'],
  service: ['settings'],
  images: ['settings'],
  delivery: ['ledger', 'settings'],
  callback: ['ledger', 'settings'],
  ledger: [],
  settings: [],
  demo: [],
};
