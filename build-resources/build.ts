import { chmod, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/**
 * `npm run build [FOLDER]`: the main-process side as JavaScript in dist/ (or FOLDER), module by
 * module, for a package that runs where TypeScript does not, with the screens beside it. Besides the
 * command it has the modules that start as processes or threads of their own. Dependencies stay what
 * they are.
 */
const entries = [
  'electron/browser/main.ts',
  'electron/cli/main.ts',
  'electron/demo/main.ts',
  'electron/demo/worker/main.ts',
  'electron/images/worker/main.ts',
];

const project = fileURLToPath(new URL('..', import.meta.url));
const target = process.argv[2] ?? join(project, 'dist');

await build({
  root: project,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node24',
    outDir: target,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: entries.map((entry) => join(project, entry)),
      output: {
        format: 'es',
        preserveModules: true,
        preserveModulesRoot: project,
        entryFileNames: '[name].js',
      },
    },
  },
});

await build({
  configFile: join(project, 'renderer/vite.config.ts'),
  logLevel: 'error',
  build: { outDir: join(target, 'renderer') },
});

const { name, version } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
await writeFile(join(target, 'package.json'), JSON.stringify({ name, version, type: 'module' }));

const photos = 'build-resources/photos';
await cp(join(project, photos), join(target, photos), {
  recursive: true,
  filter: (file) => !file.endsWith('scenes'),
});
await chmod(join(target, 'electron/cli/main.js'), 0o755);
