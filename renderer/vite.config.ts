import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { pieceOf } from './pieces.ts';
import { parsedTexts } from './texts/parsed-texts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Builds the screens as one folder of hashed files for both hosts. */
export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [parsedTexts(), svelte()],
  build: {
    outDir: here('../dist/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    // an inlined picture would require data: in the content security policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'pieces', name: pieceOf(here('./main.ts')) }],
        },
      },
    },
  },
});
