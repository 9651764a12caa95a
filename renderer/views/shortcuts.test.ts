import { expect, it } from 'vitest';
import { shortcuts } from './shortcuts.ts';

it.each(Object.entries(shortcuts))('no two shortcuts of %s use the same keys', (_view, lines) => {
  const keys = lines.map(([key]) => key);
  expect(keys).toEqual([...new Set(keys)]);
});
