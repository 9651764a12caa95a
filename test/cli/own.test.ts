import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../demo/harness.ts';
import { portrait } from '../fixtures/people.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import {
  darkslide,
  folder,
  key,
  sharedDemo,
  start,
  withService,
  type Surroundings,
} from './darkslide.ts';

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

async function place(): Promise<{ data: string; around: Surroundings }> {
  const data = await folder();
  return { data, around: withService(shared(), data) };
}

/** The own ones with this name, as the service has them. */
async function inAccount(name: string, list: 'fashionModels' | 'locations' = 'fashionModels') {
  const http = clientOf(shared().url, key);
  const path = `/agent/info?agentName=aimodel&agentVersion=v1.0&resourceType=${list}&pageSize=100`;
  const pages = await Promise.all([1, 2].map((page) => http.get(`${path}&page=${page}`)));
  const all = pages.flatMap(({ data }) => data[list] as { id: number; name: string }[]);
  return all.filter((one) => one.name === name);
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

/** The last line, which says how it ended. */
const lastOf = (ended: { json(): unknown[] }) => ended.json().at(-1) as Line;

describe('an own model', () => {
  it('is made, used by its id, and deleted when nothing uses it', async () => {
    const { data, around } = await place();
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
    expect(await inAccount('Used')).toHaveLength(1);

    const set = ['generatedContent=freeCreation', 'maskType=autoApparelSegment', 'batchCount=1'];
    const order = [...set, `fashionModelId=${id}`].flatMap((one) => ['--set', one]);
    const run = ['run', watch, '--agent=aimodel', ...order, '--out', join(data, 'out'), '--json'];
    expect((await darkslide(run, around)).status).toBe(0);
    expect(shared().books().executions.at(-1)?.params).toMatchObject({ fashionModelId: id });

    const unasked = await darkslide(['models', 'delete', String(id), '--json'], around);
    expect(unasked).toMatchObject({ status: 2, stderr: expect.stringContaining('--yes') });
    const remove = ['models', 'delete', String(id), '--yes', '--json'];
    const deleted = await darkslide(remove, around);
    expect(deleted.status).toBe(0);
    expect(deleted.json()).toEqual([{ fashionModelId: id, deleted: true }]);
    expect(await inAccount('Used')).toEqual([]);
    const unknown = await darkslide(remove, around);
    expect(unknown.status).toBe(2);
    expect(unknown.json()).toMatchObject([{ error: { code: 'own-unknown' } }]);
  });

  it('is made once when the answer is lost', async () => {
    const { around } = await place();
    shared().inject({ on: 'own-model-create', kind: 'accept-then-close', times: 1 });
    const made = await darkslide(create('Lost'), around);
    expect(made).toMatchObject({ status: 0, stderr: expect.stringContaining('waiting, service-') });
    expect(lastOf(made)).toMatchObject({ name: 'Lost', status: 'complete' });
    expect(await inAccount('Lost')).toHaveLength(1);
  });

  it('is gone on with after a crash, and after Ctrl-C, in the middle of it', async () => {
    const { around } = await place();
    shared().inject({ on: 'upload', kind: 'slow-upload', bytesPerSecond: 2000 });
    const uploads = () => shared().books().requests['upload'] ?? 0;
    /** Ends it while it uploads. */
    const broken = async (signal: NodeJS.Signals) => {
      const before = uploads();
      const running = start(create('Broken'), around);
      await expect.poll(uploads, { timeout: 20_000 }).toBeGreaterThan(before);
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
    expect(made).toMatchObject({ status: 0, stderr: expect.stringContaining('Going on') });
    expect(lastOf(made)).toMatchObject({ name: 'Broken', status: 'complete' });
    expect(await inAccount('Broken')).toHaveLength(1);
  });

  it('is followed on after a crash while the service makes it ready', async () => {
    const { around } = await place();
    shared().inject({ on: 'own-model-query', kind: 'unknown-status', status: 'prepare' });
    const running = start(create('Slow'), around);
    await running.says('"status":"prepare"');
    running.kill('SIGKILL');
    await running.ended;
    shared().clearFaults();
    const made = await darkslide(create('Slow'), around);
    expect(made.status).toBe(0);
    expect(lastOf(made)).toMatchObject({ name: 'Slow', status: 'complete' });
    expect(await inAccount('Slow')).toHaveLength(1);
  });
});
