import { stat } from 'node:fs/promises';
import { customModelKinds } from '#shared/custom-models.ts';
import { success } from '#shared/problem.ts';
import { keepContent, type KeptContent } from '../../../base/keep-content.ts';
import { openRegular } from '../../../base/regular-file.ts';
import { releaseIn } from '../../../adapters/ledger/card-notes.ts';
import type { KeptRelease } from '../../../adapters/ledger/custom-models.ts';
import type { Ledger } from '../../../adapters/ledger/open.ts';
import type { Roots } from '../../../adapters/shared-studio/roots.ts';

/**
 * Name of the shared folder in which stations exchange release files; without this folder, each file stays at the
 * station where it was added.
 */
const ROOT = 'releases';
/** Length of a complete SHA-256 in hex digits. */
const SHA256 = 64;

export interface ReleaseParts {
  readonly ledger: Pick<Ledger, 'customModels'>;
  readonly roots: () => Roots;
  /** Absolute path of this station's folder of release files. */
  readonly releases: string;
  readonly signal: AbortSignal;
}

/**
 * Copies the release files of shared cards between this station and the shared folder `releases`. A file is used only if
 * its content has the hash on the card, so that nobody who can write to the shared folder can replace a release. Files
 * that cannot be read or written now are tried again in the next round.
 */
export async function exchangeReleases(parts: ReleaseParts): Promise<void> {
  const { ledger, roots, releases, signal } = parts;
  const shared = Object.hasOwn(roots(), ROOT) ? roots()[ROOT] : undefined;
  if (shared === undefined) return;
  const rows = customModelKinds.flatMap((kind) => ledger.customModels.all(kind));
  for (const { release } of rows) {
    if (release === null || signal.aborted) continue;
    const isHere = await isThere(releases, release);
    const isShared = await isThere(shared, release);
    if (isHere && !isShared) await copy(releases, shared, release, signal);
    if (isShared && !isHere) await copy(shared, releases, release, signal);
  }
}

async function isThere(folder: string, release: KeptRelease): Promise<boolean> {
  const found = await stat(releaseIn(folder, release)).catch(() => null);
  return found?.isFile() === true && found.size === release.bytes;
}

/** Copies a release, completely or not at all. */
async function copy(
  from: string,
  to: string,
  release: KeptRelease,
  signal: AbortSignal,
): Promise<void> {
  const { name, sha256, bytes: most } = release;
  const handle = await openRegular(releaseIn(from, release), { most, signal }).catch(() => null);
  if (handle === null) return;
  try {
    const content = handle.createReadStream({ end: most, autoClose: false });
    // content that is not the expected one is copied to the folder of its own hash
    const use = (kept: KeptContent) =>
      Promise.resolve({ outcome: success(), isKept: kept.sha256 === sha256 });
    await keepContent({ folder: to, letters: SHA256 }, { name, content }, signal, use);
  } finally {
    await handle.close();
  }
}
