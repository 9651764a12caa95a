import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originOf } from '#electron/adapters/ledger/owner.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { madeElsewhere } from './custom-model-account.ts';
import { begin, darkslide, folder, key, sharedDemo, withService } from './darkslide.ts';

const shared = sharedDemo({ models: { models: 300 } });

/** A fault: the service keeps reporting the model as not ready. */
const preparing = { on: 'custom-model-query', kind: 'unknown-status', status: 'prepare' } as const;

interface Line {
  readonly fashionModelId?: number;
  readonly creation?: number;
  readonly presence?: string;
  readonly status: string;
  readonly card?: object | null;
}

describe('models list', () => {
  it('shows all pages, with the cards and creations of the ledger and with missing entries', async () => {
    const data = await folder();
    const around = withService(shared(), data);
    const bare = await darkslide(['models', 'list', '--json'], around);
    const models = bare.json() as Line[];
    expect(models).toHaveLength(300);
    expect(new Set(models.map((one) => one.fashionModelId)).size).toBe(300);
    expect(models[0]).toEqual({
      fashionModelId: expect.any(Number) as number,
      name: 'Studio model 1',
      status: 'complete',
      cover: expect.stringContaining('http') as string,
      images: null,
      error: null,
      presence: 'there',
      madeHere: null,
      card: null,
    });

    const id = models[0]?.fashionModelId ?? 0;
    const ledger = ledgerIn(data);
    expect(ledger.owner.claim(originOf(shared().url)).ok).toBe(true);
    const told = { name: 'Studio model 1', cover: '', images: ['a'], status: 'complete' } as const;
    ledger.customModels.told('model', [{ ...told, id }], true);
    ledger.customModels.told('model', [{ ...told, id: 999_999, name: 'Lost' }], false);
    const card = {
      localName: 'Anna',
      notes: 'fair',
      tags: ['summer'],
      expires: '2020-02-01',
      clients: ['ACME'],
      folders: [],
    };
    ledger.customModels.saveNotes(
      'model',
      id,
      ledger.customModels.get('model', id)?.revision ?? 0,
      card,
    );
    const photo = { path: '/photos/a.jpg', name: 'a.jpg', sha256: '0'.repeat(64), bytes: 1 };
    const creation = ledger.creations.add('model', 'Bo', [photo]);
    ledger.creations.stopped(creation, { code: 'own-not-created', message: 'Not made.' });
    ledger.close();

    const joined = (await darkslide(['models', 'list', '--json'], around)).json() as Line[];
    expect(joined).toHaveLength(302);
    expect(joined.find((one) => one.fashionModelId === id)).toMatchObject({
      name: 'Studio model 1',
      images: ['a'],
      madeHere: true,
      card: { ...card, release: 'over', releaseFile: null },
    });
    expect(joined.find((one) => one.fashionModelId === 999_999)).toMatchObject({
      name: 'Lost',
      presence: 'gone',
    });
    expect(joined.at(-1)).toEqual({
      creation,
      kind: 'model',
      name: 'Bo',
      photos: ['/photos/a.jpg'],
      state: 'stopped',
      since: expect.stringMatching(/^\d{4}-/) as string,
      error: { code: 'own-not-created', message: 'Not made.' },
    });
    const { stdout } = await darkslide(['models', 'list'], around);
    expect(stdout).toMatch(/ Anna +complete +expired on 2020-02-01 +here\n/);
    expect(stdout).toMatch(/999999 +Lost +no longer in the account/);
    expect(stdout).toContain('300 of 1000 custom models in the account.');
    expect(stdout).toMatch(/Creation 1, the model "Bo" from a\.jpg: stopped\.\n.*Not made\./);

    const file = join(data, 'cards.json');
    expect((await darkslide(['cards', 'export', file], around)).status).toBe(0);
    const over = await darkslide(['cards', 'export', file], around);
    expect(over).toMatchObject({ status: 2, stderr: expect.stringContaining('already') });
    await writeFile(file, (await readFile(file, 'utf8')).replace('"Anna"', '"Berta"'));
    const imported = await darkslide(['cards', 'import', file, '--json'], around);
    expect(imported.json()).toEqual([{ changed: 1, same: 1, unknown: [] }]);
    expect((await darkslide(['models', 'list'], around)).stdout).toMatch(/ Berta +complete/);

    // the data folder has separate cards for each service
    const other = await darkslide(['models', 'list', '--json'], {
      env: { ...around.env, DARKSLIDE_SERVICE_URL: shared().url.replace('127.0.0.1', 'localhost') },
    });
    expect(other.status).toBe(0);
    expect(other.stderr).toContain('ledger-elsewhere');
    expect((other.json() as Line[]).map((one) => one.card)).toEqual(Array(300).fill(null));
  });
});

describe('models wait', () => {
  it('waits for all given ids, even while the service is unreachable, and reports how each ended', async () => {
    const around = withService(shared(), await folder());
    const [first, second] = [
      await madeElsewhere(shared(), 'Ada'),
      await madeElsewhere(shared(), 'Bo'),
    ];
    shared().inject({ ...preparing, times: 2 });
    shared().inject({ on: 'custom-model-query', kind: 'server-error', after: 1, times: 3 });
    const args = ['models', 'wait', String(first), String(second), '999999', '--json'];
    const ended = await darkslide(args, around);
    expect(ended.status).toBe(1);
    expect(ended.json()).toMatchObject([
      { fashionModelId: 999_999, status: null, error: { code: 'own-unknown' } },
      { fashionModelId: second, name: 'Bo', status: 'complete', error: null },
      { fashionModelId: first, status: 'complete', images: [expect.stringContaining('http')] },
    ]);
    expect(ended.stderr).toContain('Waiting, service-');
    const said = await darkslide(['models', 'wait', String(first)], around);
    expect(said).toMatchObject({ status: 0 });
    expect(said.stdout).toContain(`--set fashionModelId=${first}`);
  });

  it('ends after a timeout, after an interruption, and if the key is refused', async () => {
    const around = withService(shared(), await folder());
    const id = await madeElsewhere(shared(), 'Cy');
    shared().inject(preparing);
    const wait = ['models', 'wait', String(id), '--json'];
    const [late, stopped, refused] = await Promise.all([
      darkslide([...wait, '--timeout=0'], around),
      (async () => {
        const running = begin(wait, around);
        await running.says('Service:');
        running.interrupt();
        return running.ended;
      })(),
      darkslide(wait, { env: { ...around.env, DARKSLIDE_API_KEY: `${key}-old` } }),
    ]);
    expect(late.status).toBe(1);
    expect(late.json()).toMatchObject([
      { fashionModelId: id, status: 'prepare', error: { code: 'time-over' } },
    ]);
    expect(stopped.status).toBe(1);
    expect(stopped.json()).toMatchObject([{ fashionModelId: id, error: { code: 'aborted' } }]);
    expect(refused.status).toBe(2);
    expect(refused.json()).toMatchObject([{ error: { code: 'service-unauthorised' } }]);
    expect(refused.stdout + refused.stderr).not.toContain(key);
  });
});
