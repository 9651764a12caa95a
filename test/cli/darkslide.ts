import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, onTestFinished, vi } from 'vitest';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';
import type { JobLine } from '#electron/cli/job-line.ts';
import type { Counts } from '#electron/cli/summary.ts';
import { bareEnvironment } from '../fixtures/environment.ts';

const main = fileURLToPath(new URL('../../electron/cli/main.ts', import.meta.url));
const mainUnderPolicy = fileURLToPath(new URL('under-policy.ts', import.meta.url));
const project = fileURLToPath(new URL('../../', import.meta.url));
/** Long enough that it does not stand in ordinary words, so that finding it means that it leaked. */
export const key = 'sk-dRk5L1d3-very-secret';

/** ms after which a command line that does not end is killed and the test fails. */
const PATIENCE = 120_000;

// a test starts whole programs, several in turn, and each takes seconds where others use the machine
vi.setConfig({ testTimeout: 2 * PATIENCE });

export interface Ended {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout line by line, parsed. */
  json(): unknown[];
  /** The jobs and the summary among them. */
  jobs(): JobLine[];
  summary(): Counts;
}

export interface Running {
  readonly ended: Promise<Ended>;
  /** Resolves when stdout or stderr holds the text. */
  says(text: string): Promise<void>;
  /** What it has printed so far. */
  stdout(): string;
  /** Closes our end of stdout, as `| head` does. */
  stopReading(): void;
  kill(signal: NodeJS.Signals): void;
}

export interface Surroundings {
  /** A policy of the computer, that of whoever runs the test. */
  readonly policy?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts the command line as a process, with nothing of this one's environment but the path; `under`
 * another program where one is given.
 */
export function start(
  args: readonly string[],
  around: Surroundings = {},
  under: readonly string[] = [],
): Running {
  const script = around.policy === undefined ? [main] : [mainUnderPolicy, around.policy];
  const [program = '', ...words] = [...under, process.execPath, ...script, ...args];
  const child = spawn(program, words, {
    cwd: around.cwd ?? project,
    env: { ...bareEnvironment, ...around.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let listeners: (() => void)[] = [];
  const hear = () => {
    for (const listener of listeners) listener();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    hear();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    hear();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve(endedOf(status, stdout, stderr));
    });
  });
  return {
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!`${stdout}\n${stderr}`.includes(text)) return;
          listeners = listeners.filter((listener) => listener !== look);
          resolve();
        };
        listeners.push(look);
        look();
        void ended.then(({ status }) =>
          reject(new Error(`It ended with ${status} and never said "${text}".\n${stderr}`)),
        );
      }),
    stdout: () => stdout,
    stopReading: () => child.stdout.destroy(),
    kill: (signal) => child.kill(signal),
  };
}

function endedOf(status: number | null, stdout: string, stderr: string): Ended {
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
    summary: () => (json().at(-1) as { summary: Counts }).summary,
  };
}

/** Runs the command line to its end. */
export function darkslide(args: readonly string[], around?: Surroundings): Promise<Ended> {
  return start(args, around).ended;
}

/** A folder that is gone after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'darkslide-cli-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  return path;
}

/** A demo service of the test's own, quick unless told otherwise, gone after the test. */
export async function demoService(options: Partial<DemoOptions> = {}): Promise<Demo> {
  const demo = await startDemo({
    folder: await folder(),
    keys: [key],
    seed: 7,
    speed: { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 },
    ...options,
  });
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
    home = await mkdtemp(join(tmpdir(), 'darkslide-demo-'));
    const speed = { executionMs: 200, jitterMs: 80, psdMs: 100, preparationMs: 200 };
    demo = await startDemo({ folder: home, keys: [key], seed: 7, speed, ...options });
  });
  afterEach(() => shared().clearFaults());
  afterAll(async () => {
    await demo?.close();
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  });
  return shared;
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

/** The recipe most tests run: cut out on white, one image. */
export const cutOut = [
  '--agent=removeBG',
  '--set=maskType=autoSubjectSegment',
  '--set=backgroundHex=#ffffff',
  '--set=batchCount=1',
];
