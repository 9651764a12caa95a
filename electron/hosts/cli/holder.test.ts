import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { holdFolder } from '../../adapters/ledger/open.ts';
import { folderHolder } from '../../adapters/ledger/lock.ts';
import { writeControlFile } from '../socket/control-file.ts';
import { mayAnswer } from './holder.ts';

const before = {
  address: 'gone',
  secret: '',
  version: '1.0.0',
  kind: 'desktop',
  since: '',
} as const;

it('F31 a command tries a locked folder again while its process starts or closes', async () => {
  const folder = await ownFolder('holder');
  const demo = join(folder, 'demo');
  const held = valueOf(holdFolder(demo));
  const since = Date.parse(folderHolder(demo)?.since ?? '');
  const tries = (after: number) => mayAnswer(demo, folder, since + after);

  expect(tries(0)).toBe(true);
  expect(tries(2999)).toBe(true);
  expect(tries(3000), 'without a socket').toBe(false);
  await writeControlFile(folder, { ...before, pid: process.pid + 1 });
  expect(tries(3000), 'the socket of an earlier process').toBe(false);
  await writeControlFile(folder, { ...before, pid: process.pid });
  expect(tries(3_600_000), 'closing').toBe(true);
  await writeControlFile(folder, { ...before, pid: process.pid + 1 });
  held.release();
  expect(tries(3_600_000), 'free').toBe(true);
});
