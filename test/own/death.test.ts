import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startDemo } from '#electron/demo/demo.ts';
import { listAccount } from '#electron/own/account.ts';
import { plainJpeg } from '../demo/harness.ts';
import { dies, openOwn, type Death } from './death.ts';

/** What is left, what becomes of it, and the requests to create that arrived in both lives. */
interface After {
  readonly left: string | undefined;
  readonly state: string | undefined;
  readonly presence: string | undefined;
  readonly sentBefore: number;
  readonly sent: number;
}

const made = { state: 'created', presence: 'there', sent: 1 } as const;
const deleted = { left: 'created', state: 'created', presence: 'deleted', sentBefore: 1, sent: 1 };

const deaths: readonly [string, Death, After][] = [
  [
    'before it is written down: there is nothing',
    { at: 'before', commit: 'add' },
    { left: undefined, state: undefined, presence: undefined, sentBefore: 0, sent: 0 },
  ],
  [
    'after it is written down: goes on',
    { at: 'after', commit: 'add' },
    { ...made, left: 'preparing', sentBefore: 0 },
  ],
  [
    'between two uploads: goes on',
    { at: 'before', commit: 'uploaded', nth: 2 },
    { ...made, left: 'preparing', sentBefore: 0 },
  ],
  [
    'after the last upload: goes on',
    { at: 'after', commit: 'uploaded', nth: 2 },
    { ...made, left: 'preparing', sentBefore: 0 },
  ],
  [
    'before SENDING: sends once',
    { at: 'before', commit: 'sending' },
    { ...made, left: 'preparing', sentBefore: 0 },
  ],
  [
    'after SENDING, before the bytes: in doubt, stopped, never sent blindly',
    { at: 'after', commit: 'sending' },
    { left: 'sending', state: 'stopped', presence: undefined, sentBefore: 0, sent: 0 },
  ],
  [
    'after the answer, before its commit: found in the account, made once',
    { at: 'before', commit: 'created' },
    { ...made, left: 'sending', sentBefore: 1 },
  ],
  [
    'in the middle of that commit: the same',
    { at: 'after', commit: 'created' },
    { ...made, left: 'sending', sentBefore: 1 },
  ],
  [
    'after that commit: followed until it is complete',
    { at: 'before', commit: 'told', nth: 3 },
    { ...made, left: 'created', sentBefore: 1 },
  ],
  [
    'before a deletion is written down: it stays',
    { at: 'before', commit: 'deleting' },
    { ...made, left: 'created', sentBefore: 1 },
  ],
  ['after it is written down: deleted', { at: 'after', commit: 'deleting' }, deleted],
  ['after it is deleted at the service: known', { at: 'before', commit: 'deleted' }, deleted],
];

it.each(deaths)(
  'a kill %s',
  async (_, death, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-own-death-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const speed = { executionMs: 0, jitterMs: 0, preparationMs: 0 };
    const demo = await startDemo({ folder: join(folder, 'demo'), render: 'quick', speed });
    onTestFinished(() => demo.close());
    const photos = [join(folder, 'a.jpg'), join(folder, 'b.jpg')];
    await writeFile(photos[0] ?? '', await plainJpeg(640, 720, '#aabbcc'));
    await writeFile(photos[1] ?? '', await plainJpeg(640, 720, '#ccbbaa'));
    const options = { data: join(folder, 'data'), url: demo.url, key: demo.key, photos };
    const sent = () => demo.books().requests['own-model-create'] ?? 0;

    await dies({ ...options, death });
    const studio = await openOwn(options);
    onTestFinished(() => studio.stop());
    const { creations, own } = studio.ledger;
    const left = creations.get(1)?.state;
    const sentBefore = sent();
    studio.own.start();
    const isOver = () => {
      const open = creations.open().length + own.toFollow().length + own.toDelete().length;
      return open === 0;
    };
    await expect.poll(isOver, { timeout: 40_000, interval: 50 }).toBe(true);
    const { state, serviceId = null, problem } = creations.get(1) ?? {};
    const presence = serviceId === null ? undefined : own.get('model', serviceId)?.presence;
    expect({ left, state, presence, sentBefore, sent: sent() }).toEqual(expected);
    expect(problem?.code).toBe(state === 'stopped' ? 'own-not-created' : undefined);
    const { rows } = await listAccount(studio.service, 'model', studio.ending);
    expect(rows).toHaveLength(presence === 'there' ? 1 : 0);
  },
  60_000,
);
