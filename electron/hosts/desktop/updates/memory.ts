import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { UpdatePreferences } from '#shared/views/updates.ts';
import { writeWhole } from '../../../base/files.ts';
import { isNewer, versionPattern } from './version.ts';

type Channel = UpdatePreferences['channel'];

const version = v.pipe(v.string(), v.regex(versionPattern));
const kept = v.object({
  newest: v.object({ latest: v.optional(version), beta: v.optional(version) }),
  lookedAt: v.nullable(v.number()),
});
type StoredState = v.InferOutput<typeof kept>;

/** Information about updates that is kept between starts. */
export interface Memory {
  /** Returns the wall-clock time in ms of the last successful check; null before the first. */
  lookedAt(): number | null;
  /** Returns the newest version that was ever offered in a channel or installed from it. */
  newest(channel: Channel): string | null;
  /** Records that a correctly signed version was offered in a channel. */
  saw(channel: Channel, version: string, at: number): Promise<void>;
}

/** Opens `updates.json` in `folder`. An unreadable file counts as empty. */
export function openMemory(folder: string, own: string, random: () => number): Memory {
  const file = join(folder, 'updates.json');
  const channel: Channel = own.includes('-') ? 'beta' : 'latest';
  let held = read(file);
  const newest = (of: Channel): string | null => {
    const seen = held.newest[of] ?? null;
    if (of !== channel) return seen;
    return seen === null || isNewer(own, seen) ? own : seen;
  };
  return {
    lookedAt: () => held.lookedAt,
    newest,
    async saw(of, offered, at) {
      const before = newest(of);
      const now = before === null || isNewer(offered, before) ? offered : before;
      held = { newest: { ...held.newest, [of]: now }, lookedAt: at };
      // A failed write is harmless, because only versions newer than the running one are installed.
      await writeWhole(file, (handle) => handle.writeFile(JSON.stringify(held)), random);
    },
  };
}

function read(file: string): StoredState {
  try {
    return v.parse(kept, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { newest: {}, lookedAt: null };
  }
}
