import { success, type Outcome } from '#shared/problem.ts';

/** A run of a job. */
interface Run {
  readonly jobId: number;
  readonly run: number;
}

/**
 * Lets a station either claim a run or report its claim, so that the answers arrive in the order of the statements.
 * The statements themselves may still arrive late; the database ignores those.
 */
export class Turns {
  readonly #claiming = new Set<string>();
  readonly #reporting = new Map<string, Promise<unknown>>();

  /** Claims a run after the report about it, if one is being sent, has been answered. */
  async claim<T>(run: Run, work: () => Promise<T>): Promise<T> {
    const key = keyOf(run);
    this.#claiming.add(key);
    try {
      await this.#reporting.get(key);
      return await work();
    } finally {
      this.#claiming.delete(key);
    }
  }

  /** Reports a run, unless it is being claimed: its state follows from the answer. */
  async report(run: Run, work: () => Promise<Outcome<void>>): Promise<Outcome<void>> {
    const key = keyOf(run);
    if (this.#claiming.has(key)) return success();
    const reporting = work();
    this.#reporting.set(key, reporting);
    try {
      return await reporting;
    } finally {
      this.#reporting.delete(key);
    }
  }
}

function keyOf({ jobId, run }: Run): string {
  return `${jobId} ${run}`;
}
