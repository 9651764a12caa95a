import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The content of a file in the simulated folder after the system calls so far. */
interface Content {
  live: Buffer;
  /** The content that the last flush has written to the disk; a power cut does not destroy it. */
  flushed: Buffer;
}

/** The relevant calls of a program, in order. */
export type Call =
  | { readonly kind: 'create' | 'remove' | 'flush'; readonly path: string; readonly empty: boolean }
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly at: number | null;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'cut'; readonly path: string; readonly length: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  /** A line that the program printed to standard output. */
  | { readonly kind: 'said'; readonly line: string };

/**
 * Simulates a folder on a disk that loses unflushed data in a power cut: contents without an fsync of the file,
 * and names without an fsync of the folder.
 */
export class Platter {
  readonly #folder: string;
  readonly #names = new Map<string, Content>();
  #flushedNames = new Map<string, Content>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  apply(call: Exclude<Call, { kind: 'said' }>): void {
    if (call.kind === 'flush' && call.path === this.#folder) {
      this.#flushedNames = new Map(this.#names);
    }
    if (dirname(call.path) !== this.#folder) return;
    const known = this.#names.get(call.path);
    switch (call.kind) {
      case 'create':
        if (known === undefined) this.#names.set(call.path, { live: nothing, flushed: nothing });
        else if (call.empty) known.live = nothing;
        return;
      case 'remove':
        this.#names.delete(call.path);
        return;
      case 'rename':
        if (known === undefined) return;
        this.#names.delete(call.path);
        this.#names.set(call.to, known);
        return;
      case 'flush':
        if (known !== undefined) known.flushed = known.live;
        return;
      case 'cut':
        if (known !== undefined) known.live = resized(known.live, call.length);
        return;
      case 'write':
        if (known !== undefined) known.live = written(known.live, call.at, call.bytes);
    }
  }

  /** Writes to `place` what would remain after a power cut at this moment. */
  layOut(place: string): void {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place);
    for (const [path, { flushed }] of this.#flushedNames) {
      // SQLite creates this file again at each start; it is shared memory and never written to the disk
      if (!path.endsWith('-shm')) writeFileSync(join(place, basename(path)), flushed);
    }
  }
}

const nothing = Buffer.alloc(0);

function resized(content: Buffer, length: number): Buffer {
  const sized = Buffer.alloc(length);
  content.copy(sized, 0, 0, length);
  return sized;
}

function written(content: Buffer, at: number | null, bytes: Buffer): Buffer {
  const from = at ?? content.length;
  const sized = resized(content, Math.max(content.length, from + bytes.length));
  bytes.copy(sized, from);
  return sized;
}

/** Parses the output of `strace -y -xx`, which contains every byte. */
export function callsOf(log: string): Call[] {
  return log.split('\n').flatMap((line) => {
    const match = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(line);
    if (match === null || Number(match[3]) < 0) return [];
    const [, name = '', text = ''] = match;
    const call = callOf(name, text);
    return call === null ? [] : [call];
  });
}

function callOf(name: string, text: string): Call | null {
  const descriptor = /^(\d+)<([^>]*)>/.exec(text);
  const strings = [...text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) =>
    Buffer.from(hex.replaceAll(String.raw`\x`, ''), 'hex'),
  );
  const path = descriptor === null ? String(strings[0]) : named(descriptor[2] ?? '');
  const last = Number(/, (\d+)$/.exec(text)?.[1]);
  switch (name) {
    case 'openat':
      if (!text.includes('O_CREAT')) return null;
      return { kind: 'create', path: String(strings[0]), empty: text.includes('O_TRUNC') };
    case 'unlink':
      return { kind: 'remove', path, empty: false };
    case 'rename':
      return { kind: 'rename', path, to: String(strings[1]) };
    case 'ftruncate':
      return { kind: 'cut', path, length: last };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'flush', path, empty: false };
    case 'pwrite64':
      return { kind: 'write', path, at: last, bytes: strings[0] ?? nothing };
    case 'write':
      if (descriptor?.[1] === '1') return { kind: 'said', line: String(strings[0]).trim() };
      return { kind: 'write', path, at: null, bytes: strings[0] ?? nothing };
    default:
      return null;
  }
}

/** Decodes the path of a descriptor, which -xx also writes in hexadecimal. */
function named(text: string): string {
  return Buffer.from(
    text.replaceAll(/\\x([0-9a-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(parseInt(hex, 16)),
    ),
    'latin1',
  ).toString();
}
