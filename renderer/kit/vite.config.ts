import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { parsedTexts } from '../texts/parsed-texts.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Serves the page of all controls (`npm run ui`). It is not part of the program. */
export default defineConfig({
  root: here('.'),
  cacheDir: here('../../node_modules/.cache/kit'),
  plugins: [parsedTexts(), svelte({ configFile: here('../svelte.config.js') })],
  server: { fs: { allow: [here('../..')] } },
});
