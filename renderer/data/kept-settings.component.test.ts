import { expect, it } from 'vitest';
import { usualMaskTools } from '#shared/views/mask-tools.ts';
import { KeptSettings } from './kept-settings.svelte.ts';
import type { Studio } from './studio.svelte.ts';

it('a choice holds until the same settings are changed elsewhere, and is then made on top of them', () => {
  let saved = { ...usualMaskTools, size: 20 };
  const studio = { state: (create: () => unknown) => create() } as unknown as Studio;
  const tools = new KeptSettings(studio, 'mask', { saved: () => saved, usual: usualMaskTools });
  tools.set({ size: 30 });
  expect(tools.now.size).toBe(30);

  saved = { ...usualMaskTools, size: 50, feather: 9 };
  expect(tools.now).toEqual(saved);
  tools.set({ size: 60 });
  expect(tools.now).toEqual({ ...saved, size: 60 });
});
