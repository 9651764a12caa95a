import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncNames } from './files.ts';

/**
 * One execution that may have been bought, described by values that are the same in every ledger:
 * photo and recipe by their content, and the task with which the service can be queried.
 */
export interface Purchase {
  /** The photo's SHA-256, or `url:` followed by its address. */
  readonly photo: string;
  /** Identity of the purchase: the recipe with the content of its files. */
  readonly identity: string;
  readonly taskId: string;
  /** Number of the run within its job. */
  readonly run: number;
  /** Wall-clock ms of the INTENT, which distinguishes the executions of one task. */
  readonly intentAt: number;
  readonly agent: string;
  readonly images: number;
  /** Price of one image in minor units of `currency`; both are null if there was no price. */
  readonly price: number | null;
  readonly currency: string | null;
  /** The client who is charged for the execution; '' for none. */
  readonly client: string;
}

/**
 * The log of purchases: a text file next to the ledger with a line for each execution that may have
 * been bought, written and flushed before the first byte of the request is sent. From this log, a
 * ledger that was restored from a backup learns which purchases must not be repeated.
 */
export interface PurchaseLog {
  /** Writes a purchase; durable when it returns. Throws file system errors. */
  write(purchase: Purchase): void;
  close(): void;
}

/** Number of bytes at the end of the log that are searched for the last complete line. */
const TAIL = 64 * 1024;

/** Opens the log for writing, creating it if missing. Throws file system errors. */
export function openPurchaseLog(file: string): PurchaseLog {
  const isNew = !existsSync(file);
  const handle = openSync(file, 'a+');
  if (isNew) syncNames(dirname(file));
  // a line that was cut short by a crash must not corrupt the next line
  const { size } = fstatSync(handle);
  let begins = size === 0 || readAt(handle, size - 1, 1).toString() === '\n' ? '' : '\n';
  return {
    write(purchase) {
      writeSync(handle, `${begins}${JSON.stringify(purchase)}\n`);
      begins = '\n'; // stays set if writing fails, so that the next line does not join an incomplete one; empty lines are ignored
      fdatasyncSync(handle);
      begins = '';
    },
    close: () => closeSync(handle),
  };
}

/** Reads all complete lines of the log, oldest first, and counts those that are invalid. */
export function readPurchases(file: string): {
  readonly purchases: readonly Purchase[];
  readonly unreadable: number;
} {
  if (!existsSync(file)) return { purchases: [], unreadable: 0 };
  return parse(readFileSync(file, 'utf8'));
}

/** Reads the last complete line of the log, or returns null. */
export function lastPurchase(file: string): Purchase | null {
  if (!existsSync(file)) return null;
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - TAIL);
    return parse(readAt(handle, from, size - from).toString('utf8')).purchases.at(-1) ?? null;
  } finally {
    closeSync(handle);
  }
}

function parse(text: string): { purchases: Purchase[]; unreadable: number } {
  const purchases: Purchase[] = [];
  let unreadable = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const purchase = parseLine(line);
    if (purchase === null) unreadable += 1;
    else purchases.push(purchase);
  }
  return { purchases, unreadable };
}

function parseLine(line: string): Purchase | null {
  try {
    const {
      price = null,
      currency = null,
      client,
      ...rest
    } = JSON.parse(line) as Partial<Purchase>;
    const { photo, identity, taskId, run, intentAt, agent, images } = rest;
    const texts = [photo, identity, taskId, agent].every((value) => typeof value === 'string');
    const numbers = [run, intentAt, images].every((value) => Number.isSafeInteger(value));
    if (!texts || !numbers) return null;
    const isPriced = Number.isSafeInteger(price) && typeof currency === 'string';
    const paid = isPriced ? { price, currency } : { price: null, currency: null };
    // lines written by earlier versions have no client
    const payer = { client: typeof client === 'string' ? client : '' };
    return { ...(rest as Omit<Purchase, keyof typeof paid | 'client'>), ...paid, ...payer };
  } catch {
    return null;
  }
}

function readAt(handle: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, position));
}
