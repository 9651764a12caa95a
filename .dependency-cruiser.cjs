/**
 * The import rules of the house. Each carries the reason and the way out; docs/ and ARCHITECTURE.md
 * draw the same rules, and test/house/architecture.test.ts holds the drawing to this file.
 */
const { layers, folders, supplies } = require('./test/house/import-rules.cjs');

const layerOf = (folder) => Object.keys(layers).find((layer) => layers[layer].includes(folder));

/**
 * The studio is files of that name, use cases are all of app/, and demo/ lies beside the
 * layers; all others are folders of a layer.
 */
const path = (folder) => {
  if (folder === 'studio') return '^electron/studio[a-z-]*\\.ts$';
  if (folder === 'app') return '^electron/app/';
  return folder === 'demo' ? '^electron/demo/' : `^electron/${layerOf(folder)}/${folder}/`;
};

/** Says where code belongs that a folder must not import. */
const wayOut = (folder) => {
  if (!layers.hosts.includes(folder)) {
    return 'Data flows one way: pass a value or a function in from above.';
  }
  return 'A host parses input and shows output. A rule or a query belongs in electron/app; what a command opens, in electron/app/command-line/own-place.ts; what a window opens, in electron/app/session; wiring, in electron/studio.ts.';
};

const literally = (file) => `^${file.replaceAll('.', '\\.')}$`;

/** The parts of the renderer, and what each must not import. */
const screens = {
  texts: ['ui', 'data', 'parts', 'viewer', 'mask', 'target-frame', 'fixes', 'frame', 'views'],
  data: ['ui', 'parts', 'viewer', 'mask', 'target-frame', 'fixes', 'frame', 'views'],
  ui: ['parts', 'viewer', 'mask', 'target-frame', 'fixes', 'frame', 'views'],
  parts: ['viewer', 'mask', 'target-frame', 'fixes', 'frame', 'views'],
  viewer: ['mask', 'target-frame', 'fixes', 'frame', 'views'],
  mask: ['fixes', 'frame', 'views'],
  fixes: ['frame', 'views'],
};

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two modules that need each other are one module, or a third is missing: move what both need down a folder.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-imports-nothing',
      comment:
        'shared/ is what every process agrees on, so it runs everywhere: no Node, no Electron, no folder. Pass what it needs as an argument.',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: [
          '^shared/',
          '^node_modules/(valibot|filenamify|filename-reserved-regex|intl-messageformat)/',
        ],
      },
    },
    {
      name: 'renderer-imports-shared',
      comment:
        'A screen asks the ledger through the contract in shared/, never the disk or the service.',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^electron/' },
    },
    {
      name: 'page-without-all-problems',
      comment:
        'shared/failure.ts loads the messages of all problems, most of which arrive from the studio. Code that runs in the page uses shared/page-failure.ts; the message of such a problem belongs in page-problems.json.',
      severity: 'error',
      from: { path: '^renderer/(main|App|views/[^/]+/[^/.]+)\\.' },
      to: { path: '^shared/failure\\.ts$', reachable: true },
    },
    ...Object.entries(screens).map(([part, above]) => ({
      name: `renderer-${part}-looks-down`,
      comment: `renderer/${part} is used by several views, so it imports none of ${above.join(', ')}: pass a value, a function or a snippet in from above.`,
      severity: 'error',
      from: { path: `^renderer/${part}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^renderer/(${above.join('|')})/` },
    })),
    {
      name: 'views-are-apart',
      comment:
        'A view does not import another: what two views need belongs in renderer/parts, or in renderer/ui if it knows nothing of Darkslide.',
      severity: 'error',
      from: { path: '^renderer/views/([^/]+)/' },
      to: { path: '^renderer/views/[^/]+/', pathNot: '^renderer/views/$1/' },
    },
    {
      name: 'electron-only-in-desktop',
      comment:
        "Only electron/hosts/desktop imports 'electron', so that everything else runs under plain Node.",
      severity: 'error',
      from: { pathNot: '^electron/hosts/desktop/' },
      to: { path: ['^electron$', '^node_modules/electron/', '^node_modules/electron-store/'] },
    },
    {
      name: 'base-looks-down',
      comment:
        'electron/base is what every folder stands on: it may import shared alone. Pass in what it needs.',
      severity: 'error',
      from: { path: '^electron/base/', pathNot: '\\.test\\.ts$' },
      to: { path: '^electron/', pathNot: '^electron/base/' },
    },
    ...Object.entries(folders).map(([folder, below]) => ({
      name: `${folder}-looks-down`,
      comment: `${folder} may import ${['shared', 'base', ...below].join(', ')}. ${wayOut(folder)}`,
      severity: 'error',
      from: {
        path: path(folder),
        pathNot: ['\\.test\\.ts$', ...Object.keys(supplies).map(literally)],
      },
      to: { path: '^electron/', pathNot: ['^electron/base/', path(folder), ...below.map(path)] },
    })),
    ...Object.entries(supplies).map(([file, { imports, because }]) => ({
      name: 'supplies-an-adapter',
      comment: `${file} may import ${imports.join(', ')} besides base, because ${because}.`,
      severity: 'error',
      from: { path: literally(file) },
      to: {
        path: '^electron/',
        pathNot: ['^electron/base/', '^electron/hosts/', ...imports.map(path)],
      },
    })),
    {
      name: 'no-tests-in-the-house',
      comment: 'Code that ships never imports a test or its fixtures.',
      severity: 'error',
      from: {
        path: '^(shared|electron|renderer)/',
        pathNot: ['\\.test\\.ts$', '^renderer/testing/'],
      },
      to: { path: ['^test/', '\\.test\\.ts$', '^renderer/testing/'] },
    },
    {
      name: 'no-orphans',
      comment: 'A module nobody imports is dead: remove it or wire it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.test\\.ts$', '\\.d\\.ts$', '^test/', '(^|/)main\\.ts$', '\\.config\\.[jt]s$'],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(json)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
