import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { pieceOf } from './pieces.ts';
import { parsedTexts } from './texts/parsed-texts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the page that both hosts show, as one folder of files with hashes in their names. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [parsedTexts(), svelte()],
  build: {
    outDir: here('../dist/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    // one style sheet is a third smaller than one for each chunk
    cssCodeSplit: false,
    // inlines no pictures, because the content security policy would then have to allow `data:` addresses
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // drops Svelte's base class of custom elements, which the page does not use
      treeshake: { moduleSideEffects: [{ test: /\/custom-element\.js$/u, sideEffects: false }] },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'pieces', name: pieceOf(here('./main.ts')) }],
        },
      },
    },
  },
});
