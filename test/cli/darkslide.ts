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
import { bareEnvironment } from '../fixtures/environment.ts';
import { newFolder } from '../world/folder.ts';
import { startWarm } from '../fixtures/warm-helpers.ts';

/** Long enough that it does not stand in ordinary words, so that finding it means that it leaked. */
export const key = 'sk-dRk5L1d3-very-secret';

/** ms after which a command line that does not end is interrupted or killed, and the test fails. */
export const PATIENCE = 120_000;

/** A service whose results are small pictures at once: few tests look at them. */
const usualDemo = {
  keys: [key],
  seed: 7,
  speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
  render: 'quick',
} as const satisfies Partial<DemoOptions>;

const noPolicy = { file: join(tmpdir(), 'darkslide-no-policy.json'), owner: userInfo().uid };

/** Keys in their order: what a script that reads the lines may build on. */
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
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout line by line, parsed. */
  json(): unknown[];
  /** The jobs and the summary among them. */
  jobs(): JobLine[];
  summary(): RunCounts;
}

export interface Surroundings {
  /** A policy of the computer, that of whoever runs the test. */
  readonly policy?: string;
  /** Where paths of the arguments begin; the project without it. */
  readonly workFolder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What a person at a terminal types; nobody sits at one without it. */
  readonly typed?: string;
}

/** One that runs. */
export interface RunningProgram {
  readonly ended: Promise<ProgramEnd>;
  /** Resolves when stdout or stderr holds the text. */
  says(text: string): Promise<void>;
  /** As Ctrl-C and SIGTERM do. */
  interrupt(): void;
}

/** Runs the command line to its end inside this process, on streams and an environment of its own. */
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
    env: { ...bareEnvironment, ...env },
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

/** Gathers what a command line prints. */
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
          reject(new Error(`It ended with ${status} and never said "${text}".\n${said.stderr}`)),
        );
      }),
    endedWith: (status: number | null) => endedOf(status, said.stdout, said.stderr),
  };
}

const demoProcess = /demo[/\\]main\.ts$/;

/** As `startWarm`, with small pictures at once from the demo service that the command line brings. */
const startQuick: StartHelper = Object.assign(startQuickHelper, {
  openExiftool: startWarm.openExiftool,
});

function startQuickHelper(modulePath: string, args: readonly string[] = []): HelperProcess {
  if (!demoProcess.test(modulePath)) return startWarm(modulePath, args);
  const options = JSON.parse(args[0] ?? '') as DemoOptions;
  return startWarm(modulePath, [JSON.stringify({ ...options, render: usualDemo.render })]);
}

/** What a command line that ended left behind. */
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

/** A folder that is gone after the test. */
export async function folder(disk: 'memory' | 'real' = 'real'): Promise<string> {
  const path = await newFolder('cli', disk === 'real' ? tmpdir() : undefined);
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

/** A demo service of the test's own, quick unless told otherwise, gone after the test. */
export async function demoService(options: Partial<DemoOptions> = {}): Promise<Demo> {
  const demo = await startDemo({ folder: await folder('memory'), ...usualDemo, ...options });
  onTestFinished(() => demo.close());
  return demo;
}

/** One demo service for all tests of a file, with no faults when a test begins. */
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

/** A data folder, where the output goes, and a service that is given or the test's own. */
export async function place(service: Demo | Partial<DemoOptions> = {}) {
  const demo = 'url' in service ? service : await demoService(service);
  const data = await folder('memory');
  return { demo, data, out: join(data, 'out'), around: withService(demo, data) };
}

/** The environment in which the command line works with that service in that data folder. */
export function withService(demo: Demo, data: string): Surroundings {
  return {
    env: {
      DARKSLIDE_SERVICE_URL: demo.url,
      DARKSLIDE_API_KEY: key,
      DARKSLIDE_DATA: data,
    },
  };
}

/** The recipe most tests run: cut out on white, one image, without the ExifTool that metadata needs. */
export const cutOut = [
  '--agent=removeBG',
  '--set=maskType=autoSubjectSegment',
  '--set=backgroundHex=#ffffff',
  '--set=batchCount=1',
  '--metadata=none',
];
