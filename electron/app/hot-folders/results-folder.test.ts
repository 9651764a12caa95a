import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { armInWindow } from '../../../test/fixtures/fresh-ledger.ts';
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
