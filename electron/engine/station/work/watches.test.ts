import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { armInWindow } from '../../../../test/fixtures/fresh-ledger.ts';
import { ledgerIn } from '../../../../test/fixtures/new-ledger.ts';
import { ownFolder } from '../../../../test/fixtures/own-folder.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { openSharedStudio } from '../../../adapters/shared-studio/shared-studio.ts';
import type { WorkParts } from './parts.ts';
import { Watches } from './watches.ts';

const server = await sharedPostgres();

it('a watch ends while the computer sleeps, even if one of its clocks stops', async () => {
  const studio = await server.newStudio();
  const shared = await openSharedStudio(await studio.newStation(), randomUUID());
  onTestFinished(() => shared.close());
  const entered = valueOf(await shared.enter('A'));
  if ('refused' in entered) throw new Error(entered.refused);
  const ledger = ledgerIn(await ownFolder('watches'));
  onTestFinished(() => ledger.close());
  const id = armInWindow(ledger, { path: '/shoots/drop', outFolder: '/shoots/out' });
  for (const sleeping of ['mono', 'wall'] as const) {
    const now = { mono: 0, wall: 0 };
    const changed: number[] = [];
    const folder = { id, key: randomUUID() };
    const parts = {
      shared: shared.work,
      ledger,
      clock: { mono: () => now.mono, wall: () => now.wall },
      folders: () => [folder],
      hands: {
        reaches: async () => true,
        watchChanged: (folder: number) => void changed.push(folder),
      },
    } as unknown as WorkParts;
    const watches = new Watches(parts);
    valueOf(await watches.renew(entered));
    expect(watches.isOwn(id)).toBe(true);
    // a watch lasts 20 s in the database
    now[sleeping] = 17_000;
    expect(watches.isOwn(id)).toBe(false);
    watches.expire();
    expect(changed).toEqual([id, id]);
  }
});
