import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { armInWindow } from '../../../test/fixtures/fresh-ledger.ts';
import { deliverFiles } from '../../../test/fixtures/library.ts';
import { patches } from '../../../test/fixtures/pictures.ts';
import { openWindow } from '../../../test/handlers/window.ts';

it('the results folder of a hot folder is opened, if it is there', async () => {
  const window = await openWindow();
  const [path, outFolder] = [join(window.shoot, 'Drop'), join(window.shoot, 'Results')];
  await mkdir(path, { recursive: true });
  const hotFolderId = armInWindow(window.session.studio().ledger, { path, outFolder });
  const refused = await window.refused('host.open-results', { hotFolderId });
  expect(refused).toMatchObject({ code: 'folder-missing', about: outFolder });
  await mkdir(outFolder);
  await window.ask('host.open-results', { hotFolderId });
  expect(window.revealed).toEqual([outFolder]);
  const unknown = await window.refused('host.open-results', { hotFolderId: hotFolderId + 1 });
  expect(unknown.code).toBe('folder-unknown');
});

it('the folder of a result is opened, even if the file of the result is gone', async () => {
  const window = await openWindow();
  const folder = join(window.shoot, 'Results');
  await mkdir(folder, { recursive: true });
  const [photo, result] = [join(window.shoot, 'a.png'), join(folder, 'a_1.png')];
  for (const file of [photo, result]) await patches(60, 40).png().toFile(file);
  const { ledger } = window.session.studio();
  const [resultId = 0] = await deliverFiles(ledger, { photo, results: [result] });
  await rm(result);
  await window.ask('host.open-results', { resultId });
  expect(window.revealed).toEqual([folder]);
  await rm(folder, { recursive: true });
  expect((await window.refused('host.open-results', { resultId })).code).toBe('folder-missing');
  const unknown = await window.refused('host.open-results', { resultId: resultId + 1 });
  expect(unknown.code).toBe('file-missing');
});
