import { failure } from '#shared/failure.ts';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { causeText, success, type Outcome } from '#shared/problem.ts';
import type { ReleaseFile } from '#shared/views/custom-models.ts';
import { errorCode } from '../../base/files.ts';
import { keepContent, keptName, type NamedContent } from '../../base/keep-content.ts';
import { FileRefused, openRegular } from '../../base/regular-file.ts';
import { mostReleaseBytes, releaseFolder, releaseIn } from '../../adapters/ledger/card-notes.ts';
import type { KeptRelease } from '../../adapters/ledger/custom-models.ts';
import type { Studio } from '../../studio.ts';

/**
 * Length of a complete SHA-256 in hex digits; the folder name uses all of them, because it must identify the content.
 */
const SHA256 = 64;

/** The data folder; releases are stored next to the ledger. */
export type ReleasePlace = Pick<Studio, 'dataFolder'>;

/** Returns the path of a release's copy in the current data folder. */
export function releasePath(
  { dataFolder }: ReleasePlace,
  release: Pick<KeptRelease, 'sha256' | 'name'>,
): string {
  return releaseIn(releaseFolder(dataFolder), release);
}

/** Returns a release in the form in which its card shows it. */
export async function releaseOf(place: ReleasePlace, release: KeptRelease): Promise<ReleaseFile> {
  const { name, bytes } = release;
  const found = await stat(releasePath(place, release)).catch(() => null);
  return { name, bytes, isHere: found?.isFile() === true && found.size === bytes };
}

/**
 * Stores a copy of a file as a release, completely or not at all; the original stays. Problems:
 * own-release-file, disk-full, folder-unwritable and similar.
 */
export async function copyRelease(
  place: ReleasePlace,
  path: string,
  signal: AbortSignal,
): Promise<Outcome<KeptRelease>> {
  const name = basename(path);
  try {
    const handle = await openRegular(path, { most: mostReleaseBytes, signal });
    try {
      const before = await handle.stat();
      if (before.size === 0) return refused(name, 'empty');
      // Reading one extra byte detects a file that is still growing.
      const content = handle.createReadStream({ end: before.size, autoClose: false });
      return await keep(place, { name, content }, signal, before.size);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof FileRefused && error.code === 'TOO_LARGE') return releaseTooLarge(name);
    if (error instanceof FileRefused && error.code === 'NOT_REGULAR') {
      return refused(name, 'type');
    }
    if (signal.aborted) return refused(name, 'stopped');
    if (errorCode(error) === undefined) throw error;
    const isMissing = errorCode(error) === 'ENOENT';
    return refused(name, isMissing ? 'missing' : 'unreadable', causeText(error));
  }
}

/** Stores a release from its content, whose size has already been checked. */
export async function keepRelease(
  place: ReleasePlace,
  given: NamedContent,
  signal: AbortSignal,
): Promise<Outcome<KeptRelease>> {
  return keep(place, given, signal);
}

/** Stores a release if it has the expected number of bytes. */
async function keep(
  { dataFolder }: ReleasePlace,
  { name, content }: NamedContent,
  signal: AbortSignal,
  expected?: number,
): Promise<Outcome<KeptRelease>> {
  const given = { name: keptName(name, 'release'), content };
  const place = { folder: releaseFolder(dataFolder), letters: SHA256 };
  const kept = await keepContent(place, given, signal, (release) => {
    const isKept = expected === undefined || release.bytes === expected;
    return Promise.resolve({
      outcome: isKept ? success(release) : refused(name, 'writing'),
      isKept,
    });
  });
  if (kept.ok || kept.problem.code !== 'file-incomplete') return kept;
  return refused(name, 'incomplete');
}

export function releaseTooLarge(name: string): Outcome<never> {
  return failure(
    'own-release-file.too-large',
    { name, megabytes: mostReleaseBytes / 1_000_000 },
    { about: name },
  );
}

function refused(
  name: string,
  why: 'writing' | 'type' | 'empty' | 'stopped' | 'missing' | 'unreadable' | 'incomplete',
  detail?: string,
): Outcome<never> {
  return failure(
    'own-release-file',
    { name, why },
    { about: name, ...(detail === undefined ? {} : { detail }) },
  );
}
