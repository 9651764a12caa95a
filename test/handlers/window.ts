import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import { expect } from 'vitest';
import { createClient, type Client } from '#shared/contract/client.ts';
import { createPair } from '#shared/contract/pair.ts';
import { serve } from '#shared/contract/serve.ts';
import type { ChannelName, Changed, Input, Output } from '#shared/ipc.ts';
import type { JobState } from '#shared/job.ts';
import { success, type Problem } from '#shared/problem.ts';
import { parseRecipe } from '#shared/recipe.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo } from '#electron/demo/types.ts';
import { browsingIn, type Browsing } from '#electron/handlers/browsing.ts';
import { openDesk, type Desk, type DeskOptions } from '#electron/handlers/desk.ts';
import { createHandlers } from '#electron/handlers/handlers.ts';
import { createReach } from '#electron/handlers/reach.ts';
import { noUpdates } from '#electron/handlers/updates.ts';
import { resolveRecipe, type ResolvedRecipe } from '#electron/intake/admit.ts';
import type { Environment } from '#electron/settings/choices.ts';
import { parsePolicy, type Policy } from '#electron/settings/policy.ts';
import { sessionSecrets } from '#electron/settings/secrets.ts';
import { putNewLedger } from '../fixtures/new-ledger.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { besideStudios } from '../fixtures/beside-studios.ts';
import { newFolder } from '../world/folder.ts';

export const patience = { timeout: 40_000, interval: 20 };

const plainRecipe = {
  agent: 'removeBG',
  params: { maskType: 'autoSubjectSegment', backgroundHex: '#ffffff', batchCount: 1 },
  delivery: { metadata: 'none' },
};

/** A window on a desk with all its real parts, against a service of its own over HTTP. */
export interface Window {
  /** The data folder. */
  readonly folder: string;
  readonly desk: Desk;
  readonly service: Demo;
  readonly client: Client;
  /** Files that were shown. */
  readonly revealed: readonly string[];
  readonly changes: readonly Changed[];
  readonly bugs: readonly string[];
  /** Asks for what must not fail. */
  ask<C extends ChannelName>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** Asks for what must fail. */
  refused<C extends ChannelName>(channel: C, input: Input<C>): Promise<Problem>;
  /** Takes in one of the photographs that ship, a file by its path, or an address; its job. */
  admit(photo?: string): Promise<number>;
  /** The same with another recipe. */
  admitAs(recipe: ResolvedRecipe): Promise<number>;
  until(jobId: number, state: JobState): Promise<void>;
  /** The program ends and starts again; what was in memory only is gone. */
  restart(): Promise<Window>;
  close(): Promise<void>;
}

export interface WindowOptions {
  /** Named at the start, or chosen on screen later on; `none` begins in the demo of the program. */
  readonly service?: 'fixed' | 'none';
  readonly executionMs?: number;
  readonly env?: Environment;
  readonly resolveProxy?: DeskOptions['resolveProxy'];
  /** What the page may browse; usually all but what is hidden. */
  readonly browsing?: Browsing;
  /** What an administrator has written, for this folder and service. */
  readonly policy?: (folder: string, url: string) => object;
}

export async function openWindow(options: WindowOptions = {}): Promise<Window> {
  const folder = await newFolder('window');
  const service = await startDemo({
    folder: join(folder, 'service'),
    render: 'quick',
    speed: { executionMs: options.executionMs ?? 100, jitterMs: 0, psdMs: 50 },
    seed: 1,
    // no word that stands in a text for another reason
    keys: ['k3y-0f-th3-w1nd0w'],
  });
  const { recipe: kept } = await recipe();
  await putNewLedger(join(folder, 'data'));
  // photographs at work would cost every test their seconds
  await putNewLedger(join(folder, 'data', 'demo'), 'begun', ({ savedRecipes }) => {
    savedRecipes.add(kept);
  });
  return sitDown(folder, service, options);
}

async function recipe() {
  const parsed = parseRecipe(plainRecipe);
  if (!('recipe' in parsed)) throw new Error(parsed.problems[0]?.message);
  const resolved = await resolveRecipe(parsed.recipe, '/');
  if (!resolved.ok) throw new Error(resolved.problem.message);
  return resolved.value;
}

function policyOf(written: object): Policy {
  const read = parsePolicy('/etc/darkslide/policy.json', JSON.stringify(written));
  if ('policy' in read) return read.policy;
  throw new Error(read.problems[0]?.message);
}

async function sitDown(folder: string, service: Demo, options: WindowOptions): Promise<Window> {
  const dataFolder = join(folder, 'data');
  const opened = await openDesk({
    dataFolder,
    service: options.service === 'none' ? null : { url: service.url, key: service.key },
    secrets: sessionSecrets(),
    env: options.env ?? {},
    startHelper: besideStudios({ render: 'quick' }),
    ...(options.resolveProxy && { resolveProxy: options.resolveProxy }),
    ...(options.policy && { policy: policyOf(options.policy(folder, service.url)) }),
  });
  if (!opened.ok) throw new Error(opened.problem.message);
  const desk = opened.value;
  const revealed: string[] = [];
  const bugs: string[] = [];
  const changes: Changed[] = [];
  desk.onChange((changed) => changes.push(changed));
  // as the page of the browser host has, from the root of the disk on
  const browsing = options.browsing ?? browsingIn([parse(tmpdir()).root]);
  const ends = createPair();
  serve(
    ends.studio,
    createHandlers(
      desk,
      {
        info: { kind: 'browser', version: '1', platform: 'linux', locale: 'en', hasDialogs: false },
        updates: noUpdates('browser', '1'),
        chooseFolder: () => Promise.resolve(null),
        chooseFile: () => Promise.resolve(null),
        choosePhotos: () => Promise.resolve([]),
        reveal: (path) => {
          revealed.push(path);
          return Promise.resolve(success(null));
        },
        dragOut: () => success(null),
        loginItem: null,
        browsing,
      },
      createReach(desk, browsing),
    ),
    (channel, error) => bugs.push(`${channel}: ${String(error)}`),
  );
  const client = createClient(ends.screen);
  const stop = async () => {
    ends.screen.close();
    await desk.stop();
  };

  const admit = async (of: ResolvedRecipe, photo = 'lipstick-rouge.jpg'): Promise<number> => {
    const admitted = await desk.studio().admit(
      {
        source: photo.startsWith('http') || isAbsolute(photo) ? photo : lightPhotograph(photo),
        recipe: of,
        outFolder: dataFolder,
        subFolder: '',
        hotFolderId: null,
        again: false,
      },
      new AbortController().signal,
    );
    if (!admitted.ok) throw new Error(admitted.problem.message);
    return admitted.value.jobId;
  };

  return {
    folder: dataFolder,
    desk,
    service,
    client,
    revealed,
    changes,
    bugs,
    async ask(channel, input) {
      const answer = await client.ask(channel, input);
      if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.problem)}`);
      return answer.value;
    },
    async refused(channel, input) {
      const answer = await client.ask(channel, input);
      if (answer.ok) throw new Error(`${channel} was not refused.`);
      return answer.problem;
    },
    admit: async (photo) => admit(await recipe(), photo),
    admitAs: (other) => admit(other),
    async until(jobId, state) {
      const now = () => {
        const job = desk.studio().ledger.jobs.load(jobId);
        return job.ok ? job.value.state : job.problem.code;
      };
      await expect.poll(now, patience).toBe(state);
    },
    async restart() {
      await stop();
      return sitDown(folder, service, options);
    },
    async close() {
      await stop();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
