import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { success } from '#shared/problem.ts';
import type { ExportState } from '#shared/views/export.ts';
import { press } from '../../testing/keys.ts';
import { showLibrary } from '../../testing/library-view.ts';
import {
  expectAccessible,
  expectNothingCut,
  expectNothingRed,
  expectText,
} from '../../testing/looks.ts';
import { resultsOf } from '../../testing/plain-library.ts';
import type { Answers } from '../../testing/stage.ts';

const dialog = page.getByRole('dialog', { name: 'Export results' });
const line = page.getByRole('region', { name: 'Export results' });
const field = (name: string) => dialog.getByRole('textbox', { name });

const running: ExportState = {
  folder: '/photos/Client',
  kind: 'images',
  state: 'running',
  total: 12,
  done: 4,
  failed: 0,
  problems: [],
  notes: [],
  problem: null,
};
const named: Answers = {
  'export.example': () =>
    success({
      values: {
        photoName: 'LOOK_0001.jpg',
        resultName: null,
        folder: '',
        agent: 'removeBG',
        version: 'v1.0',
        recipe: 'White',
        model: '',
        scene: '',
        seq: 1,
        index: 1,
        at: 0,
        skuPattern: null,
      },
      extension: '.png',
    }),
};

it('problems are shown next to their fields only after the user has tried to export, and no export starts', async () => {
  const stage = await showLibrary(resultsOf(3), named);
  await press('{Control>}{Shift>}e{/Shift}{/Control}');
  await expect.element(field('File names')).toBeVisible();
  await expect.element(field('Folder')).toHaveFocus();
  await dialog.getByRole('radio', { name: 'Shop files' }).click();
  expectNothingRed();
  await dialog.getByRole('radio', { name: 'Images' }).click();
  await dialog.getByRole('radio', { name: 'Resize' }).click();
  await field('Long edge, px').fill('9');
  expectNothingRed();
  await dialog.getByRole('button', { name: 'Export 1 result' }).click();
  await expectText(dialog, 'Choose a folder or enter its full path', 'from 16 to 100,000');
  await expectAccessible();
  await expectNothingCut();
  expect(stage.asked('export.start')).toEqual([]);
  await press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('shop files need at least one preset, and the names of the chosen presets are saved', async () => {
  const stage = await showLibrary(resultsOf(3), {
    ...named,
    'export.start': ({ options }) => success({ ...running, kind: options.kind }),
  });
  await press('{Control>}{Shift>}e{/Shift}{/Control}');
  await dialog.getByRole('radio', { name: 'Shop files' }).click();
  await expect.element(field('File names')).not.toBeInTheDocument();
  await field('Folder').fill('/photos/Client');
  await expect.element(dialog.getByRole('button', { name: 'Export 1 result' })).toBeDisabled();
  await expectText(dialog, 'Choose at least one preset');
  await dialog.getByRole('switch', { name: /^eBay/ }).click();
  await expectAccessible();
  await expectNothingCut();
  await dialog.getByRole('button', { name: 'Export 1 result' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const options = { kind: 'shops', presets: ['ebay-main'], folder: '/photos/Client' };
  expect(stage.asked('export.start')).toMatchObject([{ options }]);
});

it('a running export shows its progress and can be cancelled; after that, its line can be dismissed', async () => {
  let now: ExportState | null = running;
  const turnTo = (next: ExportState | null) => {
    now = next;
    stage.tell('export');
    return success(null);
  };
  const stage = await showLibrary(resultsOf(3), {
    'export.state': () => success(now),
    'export.cancel': () => turnTo({ ...running, state: 'cancelled', done: 5 }),
    'export.put-away': () => turnTo(null),
    'host.open-results': () => success(null),
  });
  await expectText(line, 'Exporting to "Client": 4 of 12');
  await expectAccessible();
  await line.getByRole('button', { name: 'Cancel' }).click();
  await expectText(line, 'Exported 5 of 12 to "Client"');
  await line.getByRole('button', { name: 'Open results folder' }).click();
  expect(stage.asked('host.open-results')).toEqual([{ of: 'export' }]);
  await line.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(line).not.toBeInTheDocument();
});
