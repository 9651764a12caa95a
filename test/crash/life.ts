import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inEnglish } from '../fixtures/environment.ts';

const command = fileURLToPath(new URL('../../electron/hosts/cli/main.ts', import.meta.url));

/**
 * Milliseconds after which a command that still runs counts as hanging and is killed, by default. The time is long,
 * because the crash tests may run with low priority.
 */
const PATIENCE = 15 * 60_000;

export interface Life {
  /** Exit status; null if the process was killed. */
  readonly status: number | null;
  readonly stderr: string;
  /** How long the process ran, in ms. */
  readonly lasted: number;
}

export interface Running {
  readonly ended: Promise<Life>;
  kill(): void;
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGTERM'): void;
}

/** Starts the command line as a process, with only the PATH from the environment of this process. */
export function live(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  patience = PATIENCE,
): Running {
  const begun = performance.now();
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...inEnglish, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const kill = () => void child.kill('SIGKILL');
  const timer = setTimeout(kill, patience);
  const ended = new Promise<Life>((resolve) => {
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, stderr, lasted: performance.now() - begun });
    });
  });
  return { ended, kill, signal: (name) => void child.kill(name) };
}
