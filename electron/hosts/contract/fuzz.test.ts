import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import type { AnswerFrame, StudioPort } from '#shared/contract/frames.ts';
import { serve } from '#shared/contract/serve.ts';
import { channels, type ChannelName } from '#shared/ipc.ts';
import { jobStates } from '#shared/job.ts';
import type { Outcome } from '#shared/problem.ts';
import { problemCodes } from '#shared/problem-codes.ts';
import { takeIn } from '../../../test/fixtures/fresh-ledger.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { recipeOf } from '../../../test/fixtures/values.ts';
import { plainFolder } from '../../../test/fixtures/hot-folder.ts';
import { sessionIn } from '../../../test/handlers/session-in.ts';
import { blankNotes } from '../../../test/handlers/custom-models.ts';
import { pageHost } from '../../../test/handlers/window.ts';
import { ledgerFile } from '../../adapters/ledger/files.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { createHandlers } from './handlers.ts';
import { findMedia } from '../../app/pictures/media.ts';
import { createReach } from './reach.ts';

const RUNS = 12_000;
const MEDIA_RUNS = 3000;
/** Fixed, so that failures are the same on every computer; fast-check prints it. */
const seed = 20_261_121;

const names = Object.keys(channels) as ChannelName[];

const folder = await ownFolder('fuzz', afterAll);
// Nothing listens at this address, so requests have no effect outside the ledger.
const service = { url: 'http://127.0.0.1:9/openapi/v1', key: 'a-key-for-tests' };
const session = await sessionIn(folder, { service });
afterAll(() => session.stop());
session.studio().pauseAll();
fill(session.studio().ledger);
const bugs: string[] = [];
const ask = connect();

/**
 * Adds a saved recipe, and a job in every state except running; all but the waiting job have an execution in doubt.
 */
function fill(ledger: Ledger): void {
  ledger.savedRecipes.add(recipeOf(plainRecipe));
  for (const [at, state] of jobStates.filter((one) => one !== 'running').entries()) {
    const source = `https://photos.example/${at}`;
    const photoId = ledger.photos.know({ url: source });
    const jobId = takeIn(ledger, { photoId, source, outFolder: join(folder, 'out') });
    // An execution in doubt of a waiting job would be resolved in the background and change the ledger.
    if (state === 'waiting') continue;
    const intent = { jobId, run: 1, taskId: `t-${at}`, agent: 'removeBG', images: 1 };
    ledger.executions.sending(ledger.executions.intend(intent));
    ledger.executions.recover();
    ledger.jobs.end(jobId, state, null);
  }
}

/**
 * Connects to the handlers without converting values to JSON, because a message port can copy more types than JSON.
 */
function connect() {
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  let hear: ((frame: unknown) => void) | null = null;
  let lastId = 0;
  const port: StudioPort = {
    post(frame: AnswerFrame) {
      if (frame.kind === 'answer') waiting.get(frame.id)?.(frame.outcome);
    },
    onFrame(listener) {
      hear = listener;
    },
    onClose() {},
    close() {},
  };
  serve(
    port,
    channels,
    createHandlers(session, pageHost, createReach(session, null)),
    (channel, error) => bugs.push(`${channel}: ${String(error)}`),
  );
  return (channel: string, input: unknown): Promise<Outcome<unknown>> => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      hear?.({ kind: 'ask', id, channel, input });
    });
  };
}

function rowsOf(db: DatabaseSync, table: string): string[] {
  const rows = db.prepare(`SELECT * FROM "${table}"`).all();
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** Returns everything in the ledger: the rows of each table. */
function contents(): Record<string, string[]> {
  const db = new DatabaseSync(ledgerFile(folder), { readOnly: true });
  const named = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
  try {
    const tables = db.prepare(named).all() as { name: string }[];
    return Object.fromEntries(tables.map(({ name }) => [name, rowsOf(db, name)]));
  } finally {
    db.close();
  }
}

const oddities: readonly unknown[] = [
  -1,
  0,
  1.5,
  NaN,
  Infinity,
  2 ** 53,
  1,
  4711,
  null,
  undefined,
  true,
  [],
  {},
  [1],
  [-1],
  '',
  ' ',
  '\0',
  '../../etc/passwd',
  '/',
  'C:\\',
  '%2e%2e',
  "'; DROP TABLE jobs; --",
  '\u202Eabc',
  '😀'.repeat(50),
  'x'.repeat(10_001),
  { ids: [] },
  { ids: ['1'] },
  { filter: 1 },
  JSON.parse('{"__proto__":{"ids":[1]}}'),
];
const nasty = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, maxDepth: 3 }),
  fc.constantFrom<unknown>(...oddities),
);
const words =
  'id ids jobs filter action states text recipe hotFolderId sort offset limit preferences inFlight naming url key path title what jobId draft existing revision answer day least executionId agent version list tagIds category owner kind limit notes photos again seen release __proto__'.split(
    ' ',
  );
const payload = fc.oneof(nasty, fc.dictionary(fc.constantFrom(...words), nasty, { maxKeys: 6 }));
const known = new Set<string>(Object.keys(problemCodes));

function whatIsWrong(outcome: Outcome<unknown>, isMeant: boolean): string | null {
  if (outcome.ok) return isMeant ? null : 'it was accepted';
  const { code, message } = outcome.problem;
  if (!known.has(code) || code === 'internal') return `its code is ${code}: ${message}`;
  if (!isMeant && code !== 'request-invalid') return `it reached the handler: ${code}`;
  if (message === '') return 'the message is empty';
  return JSON.stringify(outcome).includes('a-key-for-tests') ? 'the answer contains the key' : null;
}

describe('F71: input of any kind from a screen', () => {
  it(`gets a typed answer and changes nothing: ${RUNS} payloads, seed ${seed}`, async () => {
    const before = contents();
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), payload, async (name, input) => {
        const channel = channels[name];
        const isMeant = v.safeParse(channel.input, input).success;
        // Valid commands are skipped, because they may change the ledger.
        if (isMeant && channel.kind === 'command') return;
        const outcome = await ask(name, input);
        if (!outcome.ok) refused += 1;
        expect(whatIsWrong(outcome, isMeant)).toBeNull();
      }),
      { numRuns: RUNS, seed },
    );
    expect(refused).toBeGreaterThan(RUNS * 0.8);
    expect(bugs).toEqual([]);
    expect(contents()).toEqual(before);
  });

  it('has no effect if it names a missing job or folder', async () => {
    const before = contents();
    const id = 4711;
    const places = { path: join(folder, 'none'), outFolder: join(folder, 'out') };
    const draft = { ...places, savedRecipeId: id, ...plainFolder };
    const recipe = { agent: 'removeBG', params: {} };
    const sha256 = '0'.repeat(64);
    for (const [name, input] of [
      ['queue.job', { id }],
      ['queue.fix', { id }],
      ['queue.run-changed', { id, recipe }],
      ['queue.adopt', { id, executionId: 'e' }],
      ['media.geometry', { kind: 'photo', id }],
      ['media.geometry', { kind: 'result', id }],
      ['media.geometry', { kind: 'strip', id }],
      ['host.reveal', { jobId: id, what: 'photo' }],
      ['host.reveal', { resultId: id }],
      ['host.reveal', { stripId: id }],
      ['host.reveal', { refused: { hotFolderId: id, path: '../../etc/passwd' } }],
      ['host.reveal', { release: { kind: 'model', id } }],
      ['host.open-results', { hotFolderId: id }],
      ['host.open-results', { resultId: id }],
      ['host.open-results', { of: 'export' }],
      ['retouch.use-result', { resultId: id }],
      ['retouch.facts', { id }],
      ['masks.list', { stripId: id }],
      ['masks.open', { id }],
      ['masks.begin', { stripId: id, fromMaskId: null }],
      ['masks.save', { id, revision: 0, from: 0, operations: [], position: 0 }],
      ['masks.rename', { id, name: 'x' }],
      ['masks.remove', { id }],
      ['masks.put-back', { id }],
      ['masks.use', { id }],
      ['masks.load', { id, path: '/' }],
      ['masks.at', { path: '/' }],
      ['masks.at', { path: '\0' }],
      ['export.example', { id }],
      ['host.list-folders', { path: '../../etc' }],
      ['host.list-folders', { path: '/\0' }],
      ['folders.foresee', { draft, id: null }],
      ['folders.foresee', { draft, id }],
      ['folders.add', { draft, existing: 'process' }],
      ['folders.edit', { id, revision: 1, draft }],
      ['folders.pause', { id }],
      ['folders.resume', { id }],
      ['folders.remove', { id }],
      ['folders.answer', { id, answer: 'take', last: 1 }],
      ['recipes.save', { id, revision: 1, recipe }],
      ['recipes.remove', { id }],
      ['host.reveal', { release: { kind: 'model', id } }],
      ['custom-models.one', { kind: 'model', id }],
      ['custom-models.look', { kind: 'model', path: 'relative.jpg' }],
      [
        'custom-models.create',
        { kind: 'scene', name: null, photos: [{ path: 'x.jpg', sha256 }], seen: 0 },
      ],
      ['custom-models.again', { id }],
      ['custom-models.put-away', { id }],
      ['custom-models.save-card', { kind: 'scene', id, revision: 0, notes: blankNotes }],
      ['custom-models.uses', { kind: 'model', id }],
      ['custom-models.delete', { kind: 'model', id, seen: 'x' }],
      ['custom-models.forget', { kind: 'scene', id }],
      ['custom-models.import-cards', { text: '{"darkslideCards":1,"service":"demo","cards":[]}' }],
      ['custom-models.set-release', { kind: 'scene', id, path: '/' }],
      ['templates.refresh', { agent: 'aipose', version: 'v1.0', list: 'locations' }],
      ['settings.connect', { url: 'ftp://x', key: null }],
    ] as const) {
      const outcome = await ask(name, input);
      expect(outcome, name).toMatchObject({
        ok: false,
        problem: { code: expect.not.stringMatching(/^internal$/) },
      });
    }
    for (const action of ['retry', 'send-again', 'cancel', 'pause', 'to-front']) {
      const acted = await ask('queue.act', { jobs: { ids: [id] }, action });
      expect(acted).toMatchObject({ value: { changed: 0, refused: 1 } });
    }
    expect(bugs).toEqual([]);
    expect(contents()).toEqual(before);
  });

  it(`opens no file by its path: ${MEDIA_RUNS} paths, seed ${seed}`, async () => {
    const signal = new AbortController().signal;
    const piece = fc.oneof(
      fc.constantFrom(
        'photo',
        'result',
        'tile',
        '0123456789abcdef',
        'template',
        'aimodel',
        'v1.0',
        'locations',
        'custom-models',
        'model',
        'small',
        '..',
        '%2e%2e',
        '%2F',
        '\\',
        '',
        '1',
        '160',
        '0',
        '1e3',
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 7 }), async (pieces) => {
        const found = await findMedia(session, pieces.join('/'), signal);
        expect(found).toMatchObject({
          ok: false,
          problem: { code: expect.stringMatching(/^(picture-unknown|file-missing)$/) },
        });
      }),
      { numRuns: MEDIA_RUNS, seed },
    );
  });
});
