import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originOf } from '#electron/adapters/ledger/owner.ts';
import { portrait } from '../fixtures/people.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { recipeOf } from '../fixtures/values.ts';
import { darkslide, patience, place, sharedDemo } from './darkslide.ts';
import { start } from './process.ts';
import { inAccount, madeElsewhere, uploaded } from './custom-model-account.ts';

const watch = lightPhotograph('watch-steel.jpg');
const shared = sharedDemo();

interface Line {
  readonly fashionModelId?: number;
  readonly locationId?: number;
  readonly creation?: number;
  readonly photo?: string;
  readonly status?: string;
  readonly state?: string;
  readonly error?: { readonly code: string } | null;
}

const create = (name: string, ...more: string[]) => [
  'models',
  'create',
  portrait,
  '--name',
  name,
  '--json',
  ...more,
];

/** Returns the arguments that run a photo with a model. */
function runWith(fashionModelId: number, data: string): string[] {
  const set = ['generatedContent=freeCreation', 'maskType=autoApparelSegment', 'batchCount=1'];
  const order = [...set, `fashionModelId=${fashionModelId}`].flatMap((one) => ['--set', one]);
  return ['run', watch, '--agent=aimodel', ...order, '--out', join(data, 'out'), '--json'];
}

/** Returns the last line, which says how the command ended. */
const lastOf = (ended: { json(): unknown[] }) => ended.json().at(-1) as Line;

describe('a custom model', () => {
  it('is created, used by its id, and deleted when nothing uses it', async () => {
    const { data, around } = await place(shared());
    const made = await darkslide([...create('Used'), watch], around);
    expect(made.status).toBe(0);
    const [first, second, prepared, complete] = made.json() as Line[];
    expect(first).toMatchObject({
      photo: portrait,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      copy: { format: 'jpeg', width: expect.any(Number) as number },
      error: null,
    });
    expect(second).toMatchObject({ photo: watch });
    expect(prepared).toMatchObject({ fashionModelId: expect.any(Number) as number, error: null });
    expect(complete).toMatchObject({
      fashionModelId: prepared?.fashionModelId,
      name: 'Used',
      status: 'complete',
      images: [expect.stringContaining('http'), expect.stringContaining('http')],
    });
    const id = Number(complete?.fashionModelId);

    const again = await darkslide([...create('Used'), watch], around);
    expect(again).toMatchObject({ status: 0 });
    expect(lastOf(again)).toMatchObject({ fashionModelId: id, already: true });
    expect(await inAccount(shared(), 'Used')).toBe(1);

    expect((await darkslide(runWith(id, data), around)).status).toBe(0);
    expect(shared().records().executions.at(-1)?.params).toMatchObject({ fashionModelId: id });

    const unasked = await darkslide(['models', 'delete', String(id), '--json'], around);
    expect(unasked).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
    const remove = ['models', 'delete', String(id), '--yes', '--json'];
    const deleted = await darkslide(remove, around);
    expect(deleted.status).toBe(0);
    expect(deleted.json()).toEqual([{ fashionModelId: id, deleted: true }]);
    expect(await inAccount(shared(), 'Used')).toBe(0);
    const unknown = await darkslide(remove, around);
    expect(unknown.status).toBe(2);
    expect(unknown.json()).toMatchObject([{ error: { code: 'own-unknown' } }]);
  });

  it('is created only once if the answer is lost', async () => {
    const { around } = await place(shared());
    shared().inject({ on: 'custom-model-create', kind: 'accept-then-close', times: 1 });
    const made = await darkslide(create('Lost'), around);
    expect(made).toMatchObject({ status: 0, stderr: expect.stringContaining('Waiting, service-') });
    expect(lastOf(made)).toMatchObject({ name: 'Lost', status: 'complete' });
    expect(await inAccount(shared(), 'Lost')).toBe(1);
  });

  it('is completed by the next command after a crash or Ctrl-C', async () => {
    const { around } = await place(shared());
    shared().inject({ on: 'upload', kind: 'slow-upload', bytesPerSecond: 2000 });
    const uploads = () => shared().records().requests['upload'] ?? 0;
    /** Ends the command during the upload. */
    const broken = async (signal: NodeJS.Signals) => {
      const before = uploads();
      const running = start(create('Broken'), around);
      await expect.poll(uploads, patience).toBeGreaterThan(before);
      running.kill(signal);
      return running.ended;
    };
    const interrupted = await broken('SIGINT');
    expect(interrupted.status).toBe(1);
    expect(lastOf(interrupted)).toMatchObject({ name: 'Broken', state: 'preparing' });
    expect(await broken('SIGKILL')).toMatchObject({ status: null });
    shared().clearFaults();
    const listed = await darkslide(['models', 'list', '--json'], around);
    expect(lastOf(listed)).toMatchObject({ creation: 1, state: 'preparing' });
    const made = await darkslide(create('Broken'), around);
    expect(made).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Continuing creation'),
    });
    expect(lastOf(made)).toMatchObject({ name: 'Broken', status: 'complete' });
    expect(await inAccount(shared(), 'Broken')).toBe(1);
  });

  it('is still followed after a crash while the service prepares it', async () => {
    const { around } = await place(shared());
    shared().inject({ on: 'custom-model-query', kind: 'unknown-status', status: 'prepare' });
    const running = start(create('Slow'), around);
    await running.says('"status":"prepare"');
    running.kill('SIGKILL');
    await running.ended;
    shared().clearFaults();
    const made = await darkslide(create('Slow'), around);
    expect(made.status).toBe(0);
    expect(lastOf(made)).toMatchObject({ name: 'Slow', status: 'complete' });
    expect(await inAccount(shared(), 'Slow')).toBe(1);
  });
});

describe('a creation that counted as lost', () => {
  it('is searched for in the account before the model is created again', async () => {
    const { data, around } = await place(shared());
    const ledger = ledgerIn(data);
    ledger.owner.claim(originOf(shared().url));
    const sha256 = createHash('sha256')
      .update(await readFile(portrait))
      .digest('hex');
    const photo = { path: portrait, name: 'portrait.jpg', sha256, bytes: 1 };
    const creation = ledger.creations.add('model', 'Late', [photo]);
    const address = await uploaded(shared());
    ledger.creations.uploaded(creation, 0, address);
    ledger.creations.sending(creation, []);
    ledger.creations.doubt(creation, { code: 'service-timeout', message: 'No answer.' });
    ledger.creations.stopped(creation, { code: 'own-not-created', message: 'Not made.' });
    ledger.close();
    const id = await madeElsewhere(shared(), 'Late', address);
    const made = await darkslide(create('Late'), around);
    expect(made.status).toBe(0);
    expect(lastOf(made)).toMatchObject({ fashionModelId: id, status: 'complete' });
    expect(await inAccount(shared(), 'Late')).toBe(1);
  });
});

describe('deleting a custom model', () => {
  it('is refused while photos are processed with it, and must be confirmed if recipes use it', async () => {
    const { data, around } = await place(shared());
    const id = await madeElsewhere(shared(), 'Busy');
    const remove = ['models', 'delete', String(id), '--yes', '--json'];
    shared().inject({ on: 'query', kind: 'unknown-status', status: 'Running' });
    const running = start(runWith(id, data), around);
    const isSent = () =>
      shared()
        .records()
        .executions.some((one) => one.params['fashionModelId'] === id);
    await expect.poll(isSent, patience).toBe(true);
    running.kill('SIGKILL');
    await running.ended;
    const busy = await darkslide([...remove, '--even-if-used'], around);
    expect(busy.status).toBe(2);
    expect(busy.json()).toMatchObject([
      {
        error: {
          code: 'own-in-use',
          message: expect.stringContaining('watch-steel.jpg') as string,
        },
      },
    ]);
    shared().clearFaults();
    expect((await darkslide(['resume', '--until-idle=0.5'], around)).status).toBe(0);

    const params = {
      generatedContent: 'freeCreation',
      maskType: 'autoApparelSegment',
      fashionModelId: id,
    };
    const ledger = ledgerIn(data);
    ledger.savedRecipes.add(recipeOf({ name: 'Spring', agent: 'aimodel', params }));
    ledger.close();
    const used = await darkslide(remove, around);
    expect(used).toMatchObject({ status: 2, stderr: expect.stringMatching(/own-in-use.*Spring/) });
    expect(await inAccount(shared(), 'Busy')).toBe(1);
    // at a terminal, the same text is a question to the user
    const ask = (one: number, typed: string) =>
      darkslide(['models', 'delete', String(one)], { ...around, typed });
    const kept = await ask(id, 'n\n');
    expect(kept).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Nothing was deleted'),
    });
    expect(kept.stderr).toMatch(
      /Delete the model.*used by the recipe Spring.*1 delivered image is kept/,
    );
    expect(await inAccount(shared(), 'Busy')).toBe(1);
    const deleted = await darkslide([...remove, '--even-if-used'], around);
    expect(deleted.json()).toEqual([{ fashionModelId: id, deleted: true }]);
    expect(await inAccount(shared(), 'Busy')).toBe(0);
    const idle = await madeElsewhere(shared(), 'Idle');
    expect((await ask(idle, 'y\n')).status).toBe(0);
    expect(await inAccount(shared(), 'Idle')).toBe(0);
  });

  it('is requested again after a crash', async () => {
    const { around } = await place(shared());
    const id = await madeElsewhere(shared(), 'Gone');
    const remove = ['models', 'delete', String(id), '--yes', '--json'];
    const deletions = shared().records().requests['custom-model-delete'] ?? 0;
    shared().inject({ on: 'custom-model-delete', kind: 'hang' });
    const running = start(remove, around);
    await expect
      .poll(() => shared().records().requests['custom-model-delete'] ?? 0, patience)
      .toBeGreaterThan(deletions);
    running.kill('SIGKILL');
    await running.ended;
    shared().clearFaults();
    expect((await darkslide(remove, around)).status).toBe(0);
    expect(await inAccount(shared(), 'Gone')).toBe(0);
  });
});
