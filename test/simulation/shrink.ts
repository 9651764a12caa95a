import { run, type RunOptions, type RunResult } from './run.ts';

export interface Shrunk {
  readonly options: RunOptions;
  readonly result: RunResult;
}

/** Maximum number of events in all runs that shrink one failure; about a minute. */
const MOST = 1_000_000;

/**
 * Searches for a shorter history that breaks the same promise: first with fewer photos, custom models and scenes,
 * then with fewer faults. Returns the shortest history that it finds. The result can be printed like any other, and
 * its options reproduce it.
 */
export async function shrink(options: RunOptions, found: RunResult): Promise<Shrunk> {
  const wanted = shapeOf(found.breaches[0] ?? '');
  let best: Shrunk = { options, result: found };
  let left = MOST;
  const holds = async (tried: RunOptions): Promise<boolean> => {
    if (left <= 0) return false;
    const result = await run(tried);
    left -= result.figures.happenings;
    if (!result.breaches.some((breach) => shapeOf(breach) === wanted)) return false;
    best = { options: tried, result };
    return true;
  };

  const wishes = async () => {
    await leaveOut(
      () => best.options.photos,
      (kept) => holds({ ...best.options, photos: kept }),
    );
    await leaveOut(
      () => best.options.customs,
      (kept) => holds({ ...best.options, customs: kept }),
    );
  };
  await wishes();
  const withhold = () => best.options.withhold ?? new Set<string>();
  await leaveOut(
    () => best.result.struck,
    (struck) => {
      const kept = new Set(struck);
      const gone = best.result.struck.filter((fault) => !kept.has(fault));
      return holds({ ...best.options, withhold: new Set([...withhold(), ...gone]) });
    },
  );
  // some photos can be removed only now that faults are gone, because crashes depend on the order of events
  await wishes();
  return best;
}

/**
 * Tries to remove parts of a list; `tries` checks whether the shorter list still fails. Starts with halves
 * and ends with single entries.
 */
async function leaveOut<T>(
  all: () => readonly T[],
  tries: (kept: readonly T[]) => Promise<boolean>,
): Promise<void> {
  for (
    let size = Math.ceil(all().length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let at = 0; at < all().length;) {
      const kept = [...all().slice(0, at), ...all().slice(at + size)];
      if (kept.length === all().length || !(await tries(kept))) at += size;
    }
  }
}

/** Returns a breach without its numbers and names, which identifies the broken promise. */
function shapeOf(breach: string): string {
  return breach.replace(/[pm]\d+(\.\w+)*|\/\S+|\d+|\{.*\}/g, '_');
}

/** Formats a failure for readers: how to reproduce it, what is wrong, and what happened. */
export function report({ options, result }: Shrunk): string {
  const { seed, photos, customs } = options;
  const wishes = [...photos.map((n) => `p${n}`), ...customs.map((n) => `m${n}`)].join(', ');
  return [
    `seed ${seed}, shrunk to ${wishes} and ${result.struck.length} faults:`,
    ...result.breaches.map((breach) => `  ✗ ${breach}`),
    ...result.struck.map((fault) => `  fault: ${fault}`),
    ...result.story.map((line) => `  ${line}`),
  ].join('\n');
}
