import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the preload script as one CommonJS file, because the sandbox loads nothing else. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  build: {
    lib: { entry: here('preload.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
    outDir: here('../../../dist/desktop'),
    emptyOutDir: true,
    target: 'chrome140',
    minify: false,
  },
});
