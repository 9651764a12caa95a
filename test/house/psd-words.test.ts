import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Phrases that say that there is a PSD for each image. */
const promises =
  /PSDs? (with|beside|of|for|per) (every|each) image|PSDs?[^.'"]*(beside|next to) (its|the|every|each) image(?!s)|PSDs?[^.'"]*(neben|zu) (jede[mn]|sein|das) Bild(?!er)|每张图像[^。'，]*(附带|一个)[^。'，]*PSD/iu;

it('B12 no text promises a PSD for each image, because the service makes one PSD per execution', () => {
  const files = [
    ...globSync('shared/texts/**/*.json'),
    ...globSync('renderer/texts/**/*.ts'),
    ...globSync('electron/hosts/cli/**/*.ts'),
    ...globSync('docs/**/*.md'),
    'README.md',
    'ARCHITECTURE.md',
    'package.json',
  ].filter((file) => !file.endsWith('.test.ts'));
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => promises.test(line) && !/不是|nicht eine?s|not one of/u.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
  const english = readFileSync('shared/texts/en/folders.json', 'utf8');
  expect(english).toContain('"recipes.psdHelp": "One PSD per run');
});
