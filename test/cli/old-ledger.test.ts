import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { readLedger } from '#electron/adapters/ledger/open.ts';
import { migrations } from '#electron/adapters/ledger/schema.ts';
import { writeOldLedger } from '../fixtures/old-ledger.ts';
import { darkslide, demoService, folder, withService } from './darkslide.ts';

const versions = migrations.map((_, at) => at + 1);

/** Returns the content of every file in a data folder, by name. */
async function contentOf(data: string): Promise<Record<string, string>> {
  const names = (await readdir(data)).filter((name) => !/-(?:shm|wal)$/.test(name)).sort();
  const contents = names.map(async (name) => [name, await readFile(join(data, name), 'hex')]);
  return Object.fromEntries(await Promise.all(contents)) as Record<string, string>;
}

describe('the ledger of an earlier version', () => {
  it.each(versions)('B20 of version %i is read and left unchanged', async (version) => {
    const data = await folder();
    await writeOldLedger(data, version);
    const before = await contentOf(data);
    const opened = readLedger(data, systemClock);
    if (!opened.ok) throw new Error(opened.problem.message);
    const ledger = opened.value;
    expect(ledger.jobs.load(1)).toMatchObject({
      ok: true,
      value: { name: 'cup.jpg', state: 'held' },
    });
    expect(ledger.jobs.count()).toMatchObject({ held: 1 });
    expect(ledger.customModels.all('model')).toEqual([]);
    expect(ledger.savedRecipes.all()).toEqual([]);
    ledger.close();
    expect(await contentOf(data)).toEqual(before);
  });

  it.each([1, Math.floor(versions.length / 2), versions.length - 1])(
    'B20 of version %i can answer every read-only command',
    async (version) => {
      const demo = await demoService();
      const data = await folder();
      await writeOldLedger(data, version);
      const before = await contentOf(data);
      const around = withService(demo, data);
      const commands = [
        ['jobs', '--json'],
        ['held', '--json'],
        ['models', 'list', '--json'],
        ['scenes', 'list', '--json'],
        ['cards', 'export'],
        ['settings', 'export'],
      ];
      for (const command of commands) {
        const { status, stderr } = await darkslide(command, around);
        expect([command, status, stderr]).toEqual([
          command,
          0,
          expect.not.stringMatching(/internal|ledger-/),
        ]);
      }
      const [job] = (await darkslide(['jobs', '--json'], around)).json();
      expect(job).toMatchObject({ state: 'held' });
      expect(await contentOf(data)).toEqual(before);
    },
  );
});
