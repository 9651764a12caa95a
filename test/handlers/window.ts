import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, parse } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createClient, type Client } from '#shared/contract/client.ts';
import { createPair } from '#shared/contract/pair.ts';
import { serve } from '#shared/contract/serve.ts';
import {
  channels,
  type ChannelName,
  type StudioChange,
  type Input,
  type Output,
} from '#shared/ipc.ts';
import type { JobState } from '#shared/job.ts';
import { success, type Problem } from '#shared/problem.ts';
import type { HotFolderCard, HotFolderDraft } from '#shared/views/folders.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoFailures } from '#electron/demo/types.ts';
import { browsingIn, type Browsing } from '#electron/hosts/contract/browsing.ts';
import { openSession, type Session, type SessionOptions } from '#electron/app/session/session.ts';
import { givenFolder } from '#electron/app/retouch/given-photos.ts';
import { createHandlers } from '#electron/hosts/contract/handlers.ts';
import type { Host } from '#electron/hosts/contract/host.ts';
import { createReach } from '#electron/hosts/contract/reach.ts';
import { runPhotos } from '#electron/app/run-photos.ts';
import { noUpdates } from '#electron/hosts/contract/updates.ts';
import { resolveRecipe, type ResolvedRecipe } from '#electron/engine/intake/admit.ts';
import type { Environment } from '#electron/base/environment.ts';
import { sessionSecrets } from '#electron/adapters/settings/secrets.ts';
import { putNewLedger } from '../fixtures/new-ledger.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { plainFolder } from '../fixtures/hot-folder.ts';
import { plainRecipe } from '../fixtures/plain-recipe.ts';
import { policyOf } from '../fixtures/policy.ts';
import { recipeOf, valueOf } from '../fixtures/values.ts';
import { besideStudios } from '../fixtures/beside-studios.ts';
import { newFolder } from '../world/folder.ts';
import { uncheckedOutput } from '../fixtures/permitted.ts';
import { createAccess } from '#electron/app/access.ts';

export const patience = { timeout: 55_000, interval: 20 };

/** The host of a browser page, which has no dialogs. */
export const pageHost: Host = {
  info: { kind: 'browser', version: '1', platform: 'linux', locale: 'en', hasDialogs: false },
  updates: noUpdates('browser', '1'),
  chooseFolder: () => Promise.resolve(null),
  chooseFile: () => Promise.resolve(null),
  choosePhotos: () => Promise.resolve([]),
  reveal: () => Promise.resolve(success(null)),
  openFolder: () => Promise.resolve(success(null)),
  dragOut: () => success(null),
  loginItem: null,
  browsing: null,
};

/** The session behind a window, with all its real parts, and a separate demo service over HTTP. */
export interface Window {
  /** The data folder. */
  readonly folder: string;
  readonly session: Session;
  readonly service: Demo;
  readonly client: Client;
  /** Files that were shown in their folder, and folders that were opened. */
  readonly revealed: readonly string[];
  readonly changes: readonly StudioChange[];
  /** Returns whether a change of this part was reported. */
  hasTold(part: StudioChange['parts'][number]): boolean;
  readonly bugs: readonly string[];
  /** Sends a request that must not fail. */
  ask<C extends ChannelName>(channel: C, input: Input<C>): Promise<Output<C>>;
  /** Sends a request that must fail. */
  refused<C extends ChannelName>(channel: C, input: Input<C>): Promise<Problem>;
  /** Admits a sample photograph, a file by path, or an address; returns its job. */
  admit(photo?: string): Promise<number>;
  /**
   * Like `admit`, with another recipe in the format of a recipe file. Paths of masks are relative to the data
   * folder.
   */
  admitAs(recipe: object, photo?: string): Promise<number>;
  /** The folder into which `shot` puts photos, next to the data folder. */
  readonly shoot: string;
  /** Copies a sample photograph into the `shoot` folder; returns its path. */
  shot(name: string, of?: string): Promise<string>;
  /** Adds copies of one sample photograph with these names to the filmstrip; returns their ids. */
  onStrip(...names: string[]): Promise<number[]>;
  /** Creates a hot folder with a saved recipe, by default the first one, and starts watching it. */
  watch(
    draft: Partial<HotFolderDraft> & Pick<HotFolderDraft, 'path'>,
    existing?: 'process' | 'skip',
  ): Promise<HotFolderCard>;
  /** Returns the delivered results of a job. */
  resultsOf(jobId: number): Promise<Output<'queue.job'>['results']>;
  /** Returns the number of executions that were bought. */
  bought(): number;
  /** Returns the number of requests for this operation. */
  requests(operation: string): number;
  /** Applies an action to jobs of the queue. */
  act(action: Input<'queue.act'>['action'], ...ids: number[]): Promise<Output<'queue.act'>>;
  until(jobId: number, state: JobState): Promise<void>;
  /** Restarts the program; everything in memory is lost. */
  restart(): Promise<Window>;
}

export interface WindowOptions {
  /**
   * `none`: the program starts with its own demo service. By default, and with `fixed`, the test sets the
   * service at the start, as the command line does.
   */
  readonly service?: 'fixed' | 'none';
  readonly executionMs?: number;
  readonly failures?: DemoFailures;
  readonly env?: Environment;
  readonly resolveProxy?: SessionOptions['resolveProxy'];
  /** The folders that the page may browse; by default, all folders that are not hidden. */
  readonly browsing?: Browsing;
  /** Returns the administrator policy for this folder and service. */
  readonly policy?: (folder: string, url: string) => object;
}

/** Opens a window until the end of the test, or until the end of the file if `atEnd` is `afterAll`. */
export async function openWindow(
  options: WindowOptions = {},
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Window> {
  const folder = await newFolder('window');
  const service = await startDemo({
    folder: join(folder, 'service'),
    render: 'quick',
    speed: { executionMs: options.executionMs ?? 100, jitterMs: 0, psdMs: 50 },
    seed: 1,
    // this key occurs in no other text, so that tests can search for leaks
    keys: ['k3y-0f-th3-w1nd0w'],
    ...(options.failures && { failures: options.failures }),
  });
  const { recipe: kept } = await resolved(plainRecipe);
  putNewLedger(join(folder, 'data'));
  // without this ledger, every test would spend seconds on processing the sample photographs
  putNewLedger(join(folder, 'data', 'demo'), 'begun', ({ savedRecipes }) => {
    savedRecipes.add(kept);
  });
  const program = { stop: () => Promise.resolve() };
  atEnd(async () => {
    await program.stop();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });
  return sitDown(folder, service, options, program);
}

/** Returns the names of all files in the folder of added photos, including unfinished ones. */
export async function keptIn({ session }: Window): Promise<readonly string[]> {
  const inside = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(givenFolder(session), inside).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function resolved(recipe: object, folder = '/'): Promise<ResolvedRecipe> {
  return valueOf(await resolveRecipe(recipeOf(recipe), folder));
}

/** Starts the program and returns its window; sets `program.stop` to a function that stops the program. */
async function sitDown(
  folder: string,
  service: Demo,
  options: WindowOptions,
  program: { stop: () => Promise<void> },
): Promise<Window> {
  const dataFolder = join(folder, 'data');
  const policy = options.policy ? policyOf(options.policy(folder, service.url)) : null;
  const opened = await openSession({
    dataFolder,
    access: createAccess(policy, dataFolder),
    service: options.service === 'none' ? null : { url: service.url, key: service.key },
    secrets: sessionSecrets(),
    env: options.env ?? {},
    startHelper: besideStudios({ render: 'quick' }),
    ...(options.resolveProxy && { resolveProxy: options.resolveProxy }),
  });
  const session = valueOf(opened);
  const revealed: string[] = [];
  const bugs: string[] = [];
  const changes: StudioChange[] = [];
  session.onChange((changed) => changes.push(changed));
  // like the browser host, allows browsing from the root of the disk
  const browsing = options.browsing ?? browsingIn([parse(tmpdir()).root]);
  const ends = createPair();
  serve(
    ends.studio,
    channels,
    createHandlers(
      session,
      {
        ...pageHost,
        reveal: (path) => {
          revealed.push(path);
          return Promise.resolve(success(null));
        },
        openFolder: (path) => {
          revealed.push(path);
          return Promise.resolve(success(null));
        },
        browsing,
      },
      createReach(session, browsing),
    ),
    (channel, error) => bugs.push(`${channel}: ${String(error)}`),
  );
  const client = createClient(ends.screen);
  program.stop = async () => {
    ends.screen.close();
    await session.stop();
  };

  const admitAs = async (recipe: object, photo = 'lipstick-rouge.jpg'): Promise<number> => {
    const run = runPhotos(session.studio(), { again: false });
    const admitted = await run(
      {
        source: photo.startsWith('http') || isAbsolute(photo) ? photo : lightPhotograph(photo),
        seen: null,
        recipe: await resolved(recipe, dataFolder),
        outFolder: () => Promise.resolve(success(uncheckedOutput(dataFolder))),
        subFolder: '',
      },
      new AbortController().signal,
    );
    return valueOf(admitted).jobId;
  };
  const ask: Window['ask'] = async (channel, input) => {
    const answer = await client.ask(channel, input);
    if (!answer.ok) throw new Error(`${channel}: ${JSON.stringify(answer.problem)}`);
    return answer.value;
  };
  const shoot = join(folder, 'shoot');
  const shot = async (name: string, of = 'lipstick-rouge.jpg') => {
    const path = join(shoot, name);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(lightPhotograph(of), path);
    return path;
  };

  return {
    folder: dataFolder,
    session,
    service,
    client,
    revealed,
    changes,
    hasTold: (part) => changes.some(({ parts }) => parts.includes(part)),
    bugs,
    ask,
    async refused(channel, input) {
      const answer = await client.ask(channel, input);
      if (answer.ok) throw new Error(`${channel} was not refused.`);
      return answer.problem;
    },
    admit: (photo) => admitAs(plainRecipe, photo),
    admitAs,
    shoot,
    shot,
    async onStrip(...names) {
      const paths = await Promise.all(names.map((name) => shot(name)));
      return [...(await ask('retouch.add', { paths })).ids];
    },
    async watch(draft, existing = 'process') {
      await mkdir(draft.path, { recursive: true });
      const [first] = await ask('recipes.all', {});
      const usual = {
        savedRecipeId: first?.id ?? 0,
        outFolder: join(folder, 'out'),
        ...plainFolder,
      };
      return ask('folders.add', { draft: { ...usual, ...draft }, existing });
    },
    resultsOf: async (id) => (await ask('queue.job', { id })).results,
    bought: () => service.records().executions.length,
    requests: (operation) => service.records().requests[operation] ?? 0,
    act: (action, ...ids) => ask('queue.act', { jobs: { ids }, action }),
    async until(jobId, state) {
      const now = () => {
        const job = session.studio().ledger.jobs.load(jobId);
        return job.ok ? job.value.state : job.problem.code;
      };
      await expect.poll(now, patience).toBe(state);
    },
    async restart() {
      await program.stop();
      return sitDown(folder, service, options, program);
    },
  };
}
