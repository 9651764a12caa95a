import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { build, type Plugin } from 'vite';

/**
 * Entry points of programs, processes and threads. Other code starts them by file name, so each is built to its own
 * file.
 */
const entries = [
  'electron/base/exiftool/main',
  'electron/base/exiftool/thread/main',
  'electron/hosts/browser/main',
  'electron/hosts/cli/main',
  'electron/demo/main',
  'electron/demo/worker/main',
  'electron/hosts/desktop/main',
  'electron/adapters/images/worker/main',
];

/**
 * Packages that are not bundled: the app's runtime contains `electron`, and the others load native files from their own
 * folder.
 */
const packages = ['electron', 'sharp', 'exiftool-vendored'];

const project = fileURLToPath(new URL('..', import.meta.url));

/** Builds the screens into an absolute folder. */
export async function buildScreens(outDir: string): Promise<void> {
  const configFile = join(project, 'renderer/vite.config.ts');
  await build({ configFile, logLevel: 'error', build: { outDir } });
}

/**
 * Builds the main process as JavaScript in the absolute folder `target`, with its libraries, the preload script and the
 * screens. The npm package and the desktop app use the same build.
 */
export async function buildProgram(
  target: string,
  makeScreens: (folder: string) => Promise<void>,
): Promise<void> {
  await build({
    root: project,
    configFile: false,
    logLevel: 'warn',
    plugins: [keepPlaces()],
    ssr: { noExternal: true, external: packages },
    // The HEIC decoder needs `__dirname` to be defined, although its file is embedded.
    define: { __dirname: '"."' },
    build: {
      ssr: true,
      target: 'node24',
      outDir: target,
      emptyOutDir: true,
      minify: false,
      license: { fileName: 'third-party-licences.txt' },
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, join(project, `${entry}.ts`)])),
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'electron/chunks/[name]-[hash].js',
        },
      },
    },
  });

  await build({
    configFile: join(project, 'electron/hosts/desktop/preload-build.ts'),
    logLevel: 'error',
    build: { outDir: join(target, 'desktop') },
  });

  await makeScreens(join(target, 'renderer'));

  const { name, version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  /**
   * Public keys that verify the signature of an update: 32 bytes each, as base64. Without a key, the program never
   * updates itself.
   */
  const updateKeys = (process.env['DARKSLIDE_UPDATE_KEYS'] ?? '').split(/\s+/).filter(Boolean);
  await writeFile(
    join(target, 'package.json'),
    JSON.stringify({ name, version, type: 'module', updateKeys }),
  );

  for (const folder of ['photos', 'icons', 'models'].map((name) => `build-resources/${name}`)) {
    await cp(join(project, folder), join(target, folder), {
      recursive: true,
      filter: (file) => !file.endsWith('scenes') && !file.endsWith('.svg'),
    });
  }
  // ONNX Runtime loads its script by file name; gzip reduces its binary to a quarter.
  const runtime = join(project, 'node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded');
  const models = join(target, 'build-resources/models');
  await cp(`${runtime}.mjs`, join(models, 'ort-wasm-simd-threaded.mjs'));
  const binary = await promisify(gzip)(await readFile(`${runtime}.wasm`), { level: 9 });
  await writeFile(join(models, 'ort-wasm-simd-threaded.wasm.gz'), binary);
  await chmod(join(target, 'electron/hosts/cli/main.js'), 0o755);
}

/**
 * Returns a plugin that replaces `import.meta.url` in each module with the URL that the module would have in the built
 * folder without bundling. Modules use this URL to find files beside them.
 */
function keepPlaces(): Plugin {
  const mark = '__PLACE_OF__';
  return {
    name: 'keep-places',
    transform: {
      order: 'pre',
      filter: { id: /\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const place = posix.relative(project.replaceAll('\\', '/'), id.replaceAll('\\', '/'));
        return code.replaceAll('import.meta.url', `${mark}(${JSON.stringify(place)})`);
      },
    },
    renderChunk(code, { fileName }) {
      return code.replace(/__PLACE_OF__\("([^"]+)"\)/g, (_, place: string) => {
        const built = place.replace(/\.ts$/, '.js');
        const path = posix.relative(posix.dirname(fileName), built);
        return `new URL(${JSON.stringify(path)}, import.meta.url).href`;
      });
    },
  };
}
