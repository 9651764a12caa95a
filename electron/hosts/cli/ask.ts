import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

type End<T> = T & { readonly isTTY?: boolean };

/** Puts a question on the terminal; the line that was typed, null on abort and at the input's end. */
export type Ask = (question: string) => Promise<string | null>;

/** Whether the answer to a question is yes; no answer is a no. */
export function isYes(typed: string | null): boolean {
  return typed !== null && /^\s*y(es)?\s*$/i.test(typed);
}

/** Asks on a terminal; null where nobody sits at one. */
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
      return await lines.question(question, { signal: until });
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
      output.write('\n');
      return null;
    } finally {
      lines.close();
    }
  };
}
