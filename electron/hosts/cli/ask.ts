import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';

type End<T> = T & { readonly isTTY?: boolean };

/** Asks a question on the terminal. Returns the typed line; null after an abort or at the end of the input. */
export type Ask = (question: string) => Promise<string | null>;

/** Returns whether the answer is one of the words for yes; null counts as no. */
export function isYes(typed: string | null, words: string): boolean {
  return typed !== null && words.split(' ').includes(typed.trim().toLowerCase());
}

/** Creates a function that asks on the terminal; null if there is no terminal. */
export function createAsk(
  input: End<Readable>,
  output: End<Writable>,
  signal: AbortSignal,
): Ask | null {
  if (input.isTTY !== true || output.isTTY !== true) return null;
  return async (question) => {
    // Without `terminal`, Ctrl-C sends a signal and ends the command as usual.
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
