import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { channels, type ChannelName, type StudioChange } from '../ipc.ts';
import { failure } from '../failure.ts';
import { success, type Outcome } from '../problem.ts';
import { noLimits } from '../spending-limits.ts';
import { createClient } from './client.ts';
import { commandLineChannels } from './command-line-channels.ts';
import type { AnswerFrame, StudioPort } from './frames.ts';
import { createPair } from './pair.ts';
import { serve, type Handlers } from './serve.ts';

const names = Object.keys(channels) as ChannelName[];
const job = { url: 'https://example.com/openapi/v1', key: null };

/** Connects a client to a studio with these handlers; no other handler may be called. */
function connected(own: Partial<Handlers>) {
  const { screen, studio } = createPair();
  const bugs: string[] = [];
  const unreached = (name: string) => () => {
    throw new Error(`${name} was reached`);
  };
  const others = Object.fromEntries(names.map((name) => [name, unreached(name)]));
  serve(studio, channels, { ...(others as unknown as Handlers), ...own }, (channel, error) =>
    bugs.push(`${channel}: ${String(error)}`),
  );
  return { client: createClient(screen), screen, studio, bugs };
}

/** Returns a handler that waits until its signal aborts, and records its start and end. */
const untilStopped = (told: string[]) => (_input: unknown, signal: AbortSignal) =>
  new Promise<Outcome<never>>((resolve) => {
    told.push('begun');
    signal.addEventListener('abort', () => {
      told.push('stopped');
      resolve(failure({ code: 'aborted', message: 'It was stopped.' }));
    });
  });

describe('the contract', () => {
  it('passes the input to the handler, and each answer to its request', async () => {
    const answered = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const { client } = connected({
      'queue.job': async ({ id }) => {
        // later requests are answered first
        await answered[id]?.promise;
        answered[id - 1]?.resolve();
        return failure({ code: 'job-not-found', message: `There is no job ${id}.` });
      },
      'work.pause': () => success(null),
    });
    const answers = await Promise.all([1, 2, 3].map((id) => client.ask('queue.job', { id })));
    const says = answers.map((answer) => !answer.ok && answer.problem.message);
    expect(says).toEqual([1, 2, 3].map((id) => `There is no job ${id}.`));
    expect(await client.ask('work.pause', {})).toEqual({ ok: true, value: null });
  });

  it('refuses invalid input and names the invalid field, without calling a handler', async () => {
    const { client, bugs } = connected({});
    const code = 'request-invalid';
    const jobs = { ids: [1, -1] };
    const acted = await client.ask('queue.act', { jobs, action: 'cancel' });
    expect(acted).toMatchObject({ ok: false, problem: { code } });
    const wrong = await client.ask('settings.test', { ...job, url: 7 } as never);
    expect(wrong).toMatchObject({ problem: { code, parameter: 'url' } });
    const more = await client.ask('settings.test', { ...job, more: 1 } as never);
    expect(more).toMatchObject({ problem: { code } });
    expect(bugs).toEqual([]);
  });

  const others = ['toString', '__proto__', 'constructor', 'queue.drop', ''];
  it.each(others)('has no channel %j', async (name) => {
    const { client, bugs } = connected({});
    const answer = await client.ask(name as ChannelName, {});
    expect(answer).toMatchObject({ problem: { code: 'request-unknown' } });
    expect(bugs).toEqual([]);
  });

  it('reports an error that a handler throws as a bug, and answers with a problem that contains no stack', async () => {
    const { client, bugs } = connected({
      'host.info': () => {
        throw new Error('a bug');
      },
    });
    const answer = await client.ask('host.info', {});
    expect(answer).toMatchObject({ problem: { code: 'internal', detail: 'a bug' } });
    expect(JSON.stringify(answer)).not.toContain('contract.test');
    expect(bugs).toEqual(['host.info: Error: a bug']);
  });

  it('F71: survives input whose properties can’t be read', async () => {
    const bugs: string[] = [];
    const answered: AnswerFrame[] = [];
    let hear: ((frame: unknown) => void) | null = null;
    const port: StudioPort = {
      post: (frame) => answered.push(frame),
      onFrame: (listener) => (hear = listener),
      onClose() {},
      close() {},
    };
    serve(port, channels, {} as Handlers, (channel) => bugs.push(channel));
    const input = {
      get jobId() {
        throw new Error('no');
      },
    };
    hear!({ kind: 'ask', id: 1, channel: 'host.reveal', input });
    await vi.waitFor(() => expect(answered).toHaveLength(1), 40_000);
    expect(answered[0]).toMatchObject({ outcome: { problem: { code: 'internal' } } });
    expect(bugs).toEqual(['host.reveal']);
  });

  it('aborts requests whose caller has stopped waiting', async () => {
    const told: string[] = [];
    const { client } = connected({ 'settings.test': untilStopped(told) });
    const leaving = new AbortController();
    const answer = client.ask('settings.test', job, leaving.signal);
    await vi.waitFor(() => expect(told).toEqual(['begun']), 40_000);
    leaving.abort();
    expect(await answer).toMatchObject({ problem: { code: 'aborted' } });
    await vi.waitFor(() => expect(told).toEqual(['begun', 'stopped']), 40_000);
    const late = await client.ask('settings.test', job, leaving.signal);
    expect(late).toMatchObject({ problem: { code: 'aborted' } });
    expect(told).toHaveLength(2);
  });

  it.each(['screen', 'studio'] as const)(
    'when the %s disconnects, stops the work and answers all waiting requests',
    async (who) => {
      const told: string[] = [];
      const ends = connected({ 'settings.test': untilStopped(told) });
      const answer = ends.client.ask('settings.test', job);
      await vi.waitFor(() => expect(told).toEqual(['begun']), 40_000);
      ends[who].close();
      expect(await answer).toMatchObject({ problem: { code: 'studio-gone' } });
      expect(told).toEqual(['begun', 'stopped']);
      const late = await ends.client.ask('work.pause', {});
      expect(late).toMatchObject({ problem: { code: 'studio-gone' } });
    },
  );

  it('reports too many requests at once from one screen, and continues afterwards', async () => {
    const told: string[] = [];
    const { client } = connected({
      'settings.test': untilStopped(told),
      'work.pause': () => success(null),
    });
    const leaving = new AbortController();
    const waiting = Array.from({ length: 256 }, () =>
      client.ask('settings.test', job, leaving.signal),
    );
    const refused = await client.ask('work.pause', {});
    expect(refused).toMatchObject({ problem: { code: 'requests-too-many' } });
    leaving.abort();
    await Promise.all(waiting);
    await vi.waitFor(() => expect(told).toHaveLength(512), 40_000);
    expect(await client.ask('work.pause', {})).toEqual({ ok: true, value: null });
  });

  it('announces changes to listeners until they are removed', async () => {
    const { client, studio } = connected({ 'work.pause': () => success(null) });
    const heard: StudioChange[] = [];
    const first: StudioChange = { parts: ['status'], jobs: [1] };
    const unlisten = client.on('changed', (changed) => heard.push(changed));
    studio.post({ kind: 'event', name: 'changed', data: first });
    studio.post({ kind: 'event', name: 'unheard', data: first });
    await vi.waitFor(() => expect(heard).toEqual([first]), 40_000);
    unlisten();
    studio.post({ kind: 'event', name: 'changed', data: first });
    // The answer arrives after the announcements that preceded it.
    await client.ask('work.pause', {});
    expect(heard).toHaveLength(1);
  });

  it('doesn’t answer invalid frames', async () => {
    const { screen, studio } = createPair();
    const answered: AnswerFrame[] = [];
    screen.onFrame((frame) => answered.push(frame));
    let paused = 0;
    const pause = () => success(((paused += 1), null));
    serve(studio, channels, { 'work.pause': pause } as unknown as Handlers, () => {});
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (frame) => {
        screen.post(frame as never);
        await Promise.resolve();
      }),
      { numRuns: 300 },
    );
    screen.post({ kind: 'ask', id: 1, channel: 'work.pause', input: {} });
    await vi.waitFor(() => expect(answered).toHaveLength(1), 40_000);
    expect(paused).toBe(1);
  });
});

describe('the settings of a hot folder', () => {
  const settings = {
    path: '/photos',
    outFolder: '/results',
    after: 'move',
    subFolders: 'keep',
    settleMs: 300,
    rescanMs: 1000,
    ...noLimits,
    client: '',
    needsTickets: false,
  };
  const rest = { existing: 'skip', largeDrops: 'usual', untilIdle: null } as const;
  const recipe = { recipe: {}, baseFolder: '/' };
  const fromCommand = (changed: object) =>
    v.is(commandLineChannels.watch.input, {
      ...rest,
      recipe,
      settings: { ...settings, ...changed },
    });
  const fromWindow = (changed: object) =>
    v.is(channels['folders.add'].input, {
      existing: 'skip',
      draft: { ...settings, savedRecipeId: 1, ...changed },
    });

  it('are checked in the same way for a command and for a window, and allow no other fields', () => {
    expect([fromCommand({}), fromWindow({})]).toEqual([true, true]);
    for (const changed of [{ after: 'delete' }, { rescanMs: 1 }, { more: 1 }]) {
      expect([fromCommand(changed), fromWindow(changed)]).toEqual([false, false]);
    }
  });

  it('are further restricted for a command, and for a window', () => {
    for (const changed of [{ path: 'photos' }, { outFolder: 'results' }]) {
      expect(fromCommand(changed)).toBe(false);
    }
    for (const changed of [{ settleMs: 0 }, { imagesPerDay: 1_000_001 }, { savedRecipeId: 0 }]) {
      expect(fromWindow(changed)).toBe(false);
    }
  });
});
