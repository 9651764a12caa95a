import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import type { Demo, DemoOptions } from '#electron/demo/types.ts';

/** The moment at which a test kills the program: immediately before or after a commit. */
export interface Death<Commit extends string = string> {
  readonly at: 'before' | 'after';
  readonly commit: Commit;
  /** Which commit of this kind; by default, the first one. */
  readonly nth?: number;
}

type Commit = (...values: unknown[]) => unknown;

/** Kills this process at a commit of one of the repositories. */
export function dieAt({ at, commit, nth = 1 }: Death, all: readonly object[]): void {
  const repository = all.find((some) => commit in some) ?? {};
  const kept = Reflect.get(repository, commit) as Commit;
  let left = nth;
  const dying: Commit = (...values) => {
    left -= 1;
    if (left > 0) return kept(...values);
    if (at === 'after') kept(...values);
    return process.kill(process.pid, 'SIGKILL');
  };
  Object.assign(repository, { [commit]: dying });
}

/**
 * Runs a program until it kills itself; rejects if it ends in any other way. `life` is passed to the program,
 * together with the address of a demo service. The clock of this demo service is ten years behind, so that
 * everything it records is long past for the test, which continues in virtual time.
 */
export async function dies(program: string, life: object, options: DemoOptions): Promise<void> {
  const clock = { ...systemClock, wall: () => systemClock.wall() - TEN_YEARS };
  const demo = await startDemo(options, { clock, listen: (server, port) => server.listen(port) });
  try {
    await killed(program, { ...life, url: demo.url, key: demo.key });
  } finally {
    await demo.close();
  }
}

/** Ten years in milliseconds. */
const TEN_YEARS = 10 * 365 * 24 * 3_600_000;

async function killed(program: string, life: object & Pick<Demo, 'url' | 'key'>): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(program), JSON.stringify(life)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal !== 'SIGKILL') throw new Error(`it was not killed: ${said}`);
}
