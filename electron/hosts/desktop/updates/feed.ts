import { parseUpdateInfo } from 'electron-updater/out/providers/Provider.js';
import * as v from 'valibot';
import type { Release } from '#shared/views/updates.ts';
import { failure } from '#shared/failure.ts';
import { causeText } from '#shared/problem.ts';
import { ProblemError } from '../../../base/problem-error.ts';
import type { Fetcher } from './fetcher.ts';
import { isSignedBy } from './signature.ts';
import { versionPattern } from './version.ts';

/** Maximum bytes of a channel file, which includes the release notes, and of its signatures. */
const MOST_FEED = 256 * 1024;
const MOST_SIGNATURES = 4096;
/** Maximum bytes of a package. */
const MOST_PACKAGE = 2 ** 30;
/** Maximum characters of the release notes that are shown. */
const MOST_NOTES = 4000;

const file = v.object({
  // Only a file name, because the package is in the same folder as the channel file.
  url: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9 ._+-]{0,150}$/u)),
  sha512: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{86}==$/u)),
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MOST_PACKAGE)),
  isAdminRightsRequired: v.exactOptional(v.boolean()),
});

const channelFile = v.object({
  version: v.pipe(v.string(), v.regex(versionPattern)),
  files: v.pipe(v.array(file), v.minLength(1), v.maxLength(20)),
  releaseNotes: v.optional(v.unknown()),
  releaseDate: v.optional(v.unknown()),
  stagingPercentage: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100))),
  minimumSystemVersion: v.optional(v.pipe(v.string(), v.maxLength(40))),
});

export type ChannelFile = v.InferOutput<typeof channelFile>;

/**
 * Reads a channel file below `base`. Parses it only after verifying that it was signed with one of the keys. Throws a
 * `ProblemError`: update-missing, update-unsigned, update-foreign, update-unreadable, and those of the fetcher.
 */
export async function readChannelFile(
  fetcher: Fetcher,
  base: URL,
  name: string,
  keys: readonly string[],
): Promise<ChannelFile> {
  const url = new URL(name, base);
  const content = await fetcher.bytes(url, MOST_FEED);
  const signatures = await fetcher
    .bytes(new URL(`${name}.sig`, base), MOST_SIGNATURES)
    .catch((error: unknown) => {
      if (error instanceof ProblemError && error.problem.code === 'update-missing') return null;
      throw error;
    });
  if (signatures === null) {
    throw new ProblemError(failure('update-unsigned', {}, { about: name }));
  }
  if (!isSignedBy(keys, name, content, signatures.toString('latin1'))) {
    throw new ProblemError(failure('update-foreign', {}, { about: name }));
  }
  return parse(content.toString('utf8'), name, url);
}

function parse(text: string, name: string, url: URL): ChannelFile {
  try {
    return v.parse(channelFile, parseUpdateInfo(text, name, url));
  } catch (error) {
    throw new ProblemError(
      failure('update-unreadable', {}, { about: name, detail: causeText(error).slice(0, 500) }),
    );
  }
}

/** Returns a release as the user sees it. The notes are not trusted, even though they are signed. */
export function releaseOf({ version, releaseNotes, releaseDate }: ChannelFile): Release {
  const at = Date.parse(
    releaseDate instanceof Date ? releaseDate.toISOString() : String(releaseDate),
  );
  return { version, notes: plain(releaseNotes), at: Number.isNaN(at) ? null : at };
}

function plain(notes: unknown): string {
  if (typeof notes !== 'string') return '';
  // bidirectional and other control characters could disguise the text
  const shown = notes.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, '').trim();
  return shown.length > MOST_NOTES ? `${shown.slice(0, MOST_NOTES)} …` : shown;
}
