import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

type End<T> = T & { readonly isTTY?: boolean };

/** Puts a question; true when the answer is yes. */
export type Ask = (question: string) => Promise<boolean>;

/** Asks on a terminal; null where nobody sits at one. On abort, and at the input's end, the answer is no. */
export function createAsk(
  input: End<Readable>,
  output: End<Writable>,
  signal: AbortSignal,
): Ask | null {
  if (input.isTTY !== true || output.isTTY !== true) return null;
  return async (question) => {
    // without `terminal` Ctrl-C stays a signal, which ends the command as everywhere
    const lines = createInterface({ input, output, terminal: false });
    const ended = new AbortController();
    lines.once('close', () => ended.abort());
    try {
      const until = AbortSignal.any([signal, ended.signal]);
      return /^\s*y(es)?\s*$/i.test(await lines.question(`${question} [y/N] `, { signal: until }));
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
      output.write('\n');
      return false;
    } finally {
      lines.close();
    }
  };
}
