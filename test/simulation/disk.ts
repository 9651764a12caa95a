import { dirname } from 'node:path';
import type { Disk } from '#electron/engine/queue/disk.ts';
import type { Life } from './time.ts';
import type { World } from './world.ts';

/** The share with the photos, which is a hot folder. */
export const share = '/photos';

/** A file. Its content is only a name, which is enough to distinguish every photo, copy and result. */
interface Node {
  content: string;
  /** The content that was flushed to the disk; null if none was. */
  flushed: string | null;
  readonly mark: number;
}

/**
 * A disk in memory that loses unflushed data in a power cut: contents without an fsync of the file, and names
 * without an fsync of the folder. Each call takes a moment, in which the program may crash.
 */
export interface ModelDisk {
  contentOf(file: string): string | null;
  /** Returns all files below a folder. */
  below(folder: string): string[];
  /** Writes a file and flushes it, as another program does. */
  put(file: string, content: string): void;
  /** Simulates a power cut; for each piece of unflushed data, chance decides whether it is lost. */
  cutPower(): void;
  /** Returns the disk operations for one life of the program. */
  of(life: Life): LifeDisk;
}

export interface LifeDisk extends Disk {
  sha256(file: string): Promise<string>;
  exists(file: string): Promise<boolean>;
  write(file: string, content: string): Promise<void>;
  flush(file: string): Promise<void>;
  flushFolder(folder: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Creates a hard link; returns false if the name already exists. */
  link(from: string, to: string): Promise<boolean>;
  remove(file: string): Promise<void>;
}

export function createDisk(world: World): ModelDisk {
  const { time, chance } = world;
  const live = new Map<string, Node>();
  const platter = new Map<string, Node>();
  let marks = 0;
  // a separate stream, so that the histories of seeds in which the photos stay are unchanged
  const isLost = chance.number('share') < 0.3;
  const lostAt = chance.between('share', 0, 15) * 60_000;
  const backAt = lostAt + chance.between('share', 0.1, 20) * 60_000;
  /** Returns whether the share with the photos is disconnected now. */
  const isAway = () => isLost && time.now() >= lostAt && time.now() < backAt;

  const fresh = (content: string, flushed: string | null): Node => {
    marks += 1;
    return { content, flushed, mark: marks };
  };

  const of = (life: Life): LifeDisk => {
    const moment = () => time.pause(chance.between('disk', 0.1, 20), life);
    const there = (file: string): Node => {
      const node = live.get(file);
      if (node === undefined) throw missing(file);
      return node;
    };
    return {
      makeFolder: moment,
      async removeFolder(folder) {
        await moment();
        for (const file of live.keys()) if (file.startsWith(`${folder}/`)) live.delete(file);
      },
      async look(file) {
        await moment();
        const { content, mark } = there(file);
        return { bytes: content.length, mark: String(mark) };
      },
      async sha256(file) {
        await moment();
        return there(file).content;
      },
      hasFolder: () => Promise.resolve(true),
      reaches: (folder) => Promise.resolve(folder !== share || !isAway()),
      async copy(from, to) {
        await moment();
        if (isAway() && from.startsWith(`${share}/`)) throw missing(from);
        const { content } = there(from);
        live.set(to, fresh(content, null));
        return content;
      },
      async base64(file) {
        await moment();
        return there(file).content;
      },
      async exists(file) {
        await moment();
        return live.has(file);
      },
      async write(file, content) {
        await moment();
        live.set(file, fresh(content, null));
      },
      async flush(file) {
        await moment();
        const node = there(file);
        node.flushed = node.content;
      },
      async flushFolder(folder) {
        await moment();
        for (const file of new Set([...live.keys(), ...platter.keys()])) {
          if (dirname(file) === folder) settle(platter, file, live.get(file));
        }
      },
      async rename(from, to) {
        await moment();
        live.set(to, there(from));
        live.delete(from);
      },
      async link(from, to) {
        await moment();
        if (live.has(to)) return false;
        live.set(to, there(from));
        return true;
      },
      async remove(file) {
        await moment();
        live.delete(file);
      },
    };
  };

  return {
    of,
    contentOf: (file) => live.get(file)?.content ?? null,
    below: (folder) => [...live.keys()].filter((file) => file.startsWith(`${folder}/`)),
    put(file, content) {
      const node = fresh(content, content);
      live.set(file, node);
      platter.set(file, node);
    },
    cutPower() {
      const kept = new Map<string, Node>();
      for (const file of new Set([...live.keys(), ...platter.keys()])) {
        // an unflushed name may still have reached the disk
        const isNew = live.get(file) !== platter.get(file) && chance.number('power') < 0.5;
        const node = (isNew ? live : platter).get(file);
        if (node !== undefined) kept.set(file, node);
      }
      live.clear();
      platter.clear();
      for (const [file, node] of kept) {
        if (node.flushed !== node.content && chance.number('power') < 0.7) {
          node.content = 'x'.repeat(node.content.length);
        }
        node.flushed = node.content;
        live.set(file, node);
        platter.set(file, node);
      }
    },
  };
}

function settle(names: Map<string, Node>, file: string, node: Node | undefined): void {
  if (node === undefined) names.delete(file);
  else names.set(file, node);
}

/** Returns the error that node:fs would throw. */
function missing(file: string): Error {
  return Object.assign(new Error(`ENOENT: no such file, '${file}'`), { code: 'ENOENT', errno: -2 });
}
