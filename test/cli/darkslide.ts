import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest';
import type { HelperProcess, StartHelper } from '#electron/base/helper.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import { runProgram } from '#electron/hosts/cli/program.ts';
import type { JobLine, RunCounts } from '#shared/views/command-line.ts';
import { inEnglish } from '../fixtures/environment.ts';
import { newFolder } from '../world/folder.ts';
import { startWarm } from '../fixtures/warm-helpers.ts';

/** The API key of tests. It is so long that it occurs in other text only if it has leaked. */
export const key = 'sk-dRk5L1d3-very-secret';

/** Milliseconds after which a command that has not ended is interrupted or killed, and its test fails. */
export const PATIENCE = 200_000;

/** How long tests wait for the effect of a command, whose start alone takes seconds on a busy machine. */
export const patience = { timeout: PATIENCE };

/** Options of a demo service that quickly returns small results, because few tests look at pictures. */
const usualDemo = {
  keys: [key],
  seed: 7,
  speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
  render: 'quick',
} as const satisfies Partial<DemoOptions>;

const noPolicy = { file: join(tmpdir(), 'darkslide-no-policy.json'), owner: userInfo().uid };

/** The keys of a JSON line about a job, in their order; scripts may rely on both. */
export const lineKeys = [
  'photo',
  'sha256',
  'state',
  'taskId',
  'executionId',
  'results',
  'psd',
  'error',
];

export interface ProgramEnd {
  /** Exit status; null if a signal ended the command. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Returns the parsed lines of stdout. */
  json(): unknown[];
  /** Returns the lines about jobs, without the summary. */
  jobs(): JobLine[];
  summary(): RunCounts;
}

export interface Surroundings {
  /** Path of the administrator policy; by default, the policy of the computer that runs the test. */
  readonly policy?: string;
  /** The working directory of the command; by default, the project folder. */
  readonly workFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Input of a user at a terminal; if absent, the command runs without a terminal. */
  readonly typed?: string;
}

/** A running program. */
export interface RunningProgram {
  readonly ended: Promise<ProgramEnd>;
  /** Resolves when stdout or stderr contains the text. */
  says(text: string): Promise<void>;
  /** Interrupts the program, with the same effect as Ctrl-C or SIGTERM. */
  interrupt(): void;
}

/** Runs the command line inside this process until it ends, with its own streams and environment. */
export async function darkslide(
  args: readonly string[],
  around: Surroundings = {},
): Promise<ProgramEnd> {
  const before = process.cwd();
  if (around.workFolder !== undefined) process.chdir(around.workFolder);
  try {
    return await begin(args, around).ended;
  } finally {
    if (around.workFolder !== undefined) process.chdir(before);
  }
}

/** Starts the command line inside this process, for a test that does something while it runs. */
export function begin(
  args: readonly string[],
  { policy, env, typed }: Omit<Surroundings, 'workFolder'> = {},
): RunningProgram {
  const { hear, says, endedWith } = listening();
  const isTTY = typed !== undefined;
  const writing = (name: 'stdout' | 'stderr') => {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        hear(name, chunk.toString('utf8'));
        done();
      },
    });
    return Object.assign(stream, { isTTY });
  };
  const interrupt = new AbortController();
  const timer = setTimeout(() => interrupt.abort(), PATIENCE);
  onTestFinished(() => interrupt.abort());
  const running = runProgram(args, {
    env: { ...inEnglish, ...env },
    stdin: Object.assign(Readable.from(isTTY ? [typed] : []), { isTTY }),
    stdout: writing('stdout'),
    stderr: writing('stderr'),
    listen: () => ({ signal: interrupt.signal, release: () => {} }),
    startHelper: startQuick,
    policy: policy === undefined ? noPolicy : { file: policy, owner: userInfo().uid },
  });
  const ended = running.then(endedWith).finally(() => clearTimeout(timer));
  return { ended, says: (text) => says(text, ended), interrupt: () => interrupt.abort() };
}

/** Collects the output of a command line. */
export function listening() {
  const said = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  return {
    said,
    hear(stream: 'stdout' | 'stderr', text: string): void {
      said[stream] += text;
      for (const listener of listeners) listener();
    },
    says: (text: string, ended: Promise<ProgramEnd>) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (!`${said.stdout}\n${said.stderr}`.includes(text)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
        void ended.then(({ status }) =>
          reject(
            new Error(
              `The command ended with ${status} and never printed "${text}".\n${said.stderr}`,
            ),
          ),
        );
      }),
    endedWith: (status: number | null) => endedOf(status, said.stdout, said.stderr),
  };
}

const demoProcess = /demo[/\\]main\.ts$/;

/** Like `startWarm`, but the demo service that the command line starts returns small pictures immediately. */
const startQuick: StartHelper = Object.assign(startQuickHelper, {
  openExiftool: startWarm.openExiftool,
});

function startQuickHelper(modulePath: string, args: readonly string[] = []): HelperProcess {
  if (!demoProcess.test(modulePath)) return startWarm(modulePath, args);
  const options = JSON.parse(args[0] ?? '') as DemoOptions;
  return startWarm(modulePath, [JSON.stringify({ ...options, render: usualDemo.render })]);
}

/** Returns the results of a command line that has ended. */
function endedOf(status: number | null, stdout: string, stderr: string): ProgramEnd {
  const json = () =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  return {
    status,
    stdout,
    stderr,
    json,
    jobs: () => json().filter((line) => typeof line === 'object' && 'photo' in line!) as JobLine[],
    summary: () => (json().at(-1) as { summary: RunCounts }).summary,
  };
}

/** Creates a folder that is deleted after the test. */
export async function folder(disk: 'memory' | 'real' = 'real'): Promise<string> {
  const path = await newFolder('cli', disk === 'real' ? tmpdir() : undefined);
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

/** Starts a demo service for the test and stops it after the test; fast by default. */
export async function demoService(options: Partial<DemoOptions> = {}): Promise<Demo> {
  const demo = await startDemo({ folder: await folder('memory'), ...usualDemo, ...options });
  onTestFinished(() => demo.close());
  return demo;
}

/** Starts one demo service for all tests of a file; each test starts without faults. */
export function sharedDemo(options: Partial<DemoOptions> = {}): () => Demo {
  let [demo, home] = [null as Demo | null, ''];
  const shared = () => {
    if (demo === null) throw new Error('The demo service is not started yet.');
    return demo;
  };
  beforeAll(async () => {
    home = await newFolder('demo');
    demo = await startDemo({ folder: home, ...usualDemo, ...options });
  });
  afterEach(() => shared().clearFaults());
  afterAll(async () => {
    await demo?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  });
  return shared;
}

/** Creates a data folder and an output folder, for the given service or a new one. */
export async function place(service: Demo | Partial<DemoOptions> = {}) {
  const demo = 'url' in service ? service : await demoService(service);
  const data = await folder('memory');
  return { demo, data, out: join(data, 'out'), around: withService(demo, data) };
}

/** Returns the environment in which the command line uses this service and data folder. */
export function withService(demo: Demo, data: string): Surroundings {
  return {
    env: {
      DARKSLIDE_SERVICE_URL: demo.url,
      DARKSLIDE_API_KEY: key,
      DARKSLIDE_DATA: data,
    },
  };
}

/** The recipe of most tests: cut out on white, with one image, and without metadata, which would need ExifTool. */
export const cutOut = [
  '--agent=removeBG',
  '--set=maskType=autoSubjectSegment',
  '--set=backgroundHex=#ffffff',
  '--set=batchCount=1',
  '--metadata=none',
];
