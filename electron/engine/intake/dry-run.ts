import type { Problem } from '#shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { FileLook } from '../../adapters/ledger/sightings.ts';
import { identifyPhoto, outcomeOf } from './admit.ts';
import { imagesOf } from './images-of.ts';
import { isSighted } from './look.ts';
import { leftOutOf } from './names.ts';
import { createOwnPlaces, isShopFile } from './own-places.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { scan, type ScanEntry } from './scan.ts';
import { lookInto } from './take.ts';
import { findTicket, orderFor } from './ticket.ts';

/** The effect that arming a hot folder would have on one of its files. */
export type DryRunEntry = { /** Path relative to the hot folder. */ readonly path: string } &
  /** `images`: number of images that would be bought, including what the photo's ticket changes. */
  (
    | { readonly kind: 'new'; readonly images: number }
    /** The job ended before anything was bought, and would resume. */
    | { readonly kind: 'retried'; readonly jobId: number; readonly images: number }
    | { readonly kind: 'already' | 'under-way'; readonly jobId: number }
    /** The photo has no ticket, and the folder requires one. */
    | { readonly kind: 'wants-ticket' }
    /** `seen`: marked as seen, or a shop file of Darkslide. `twin`: a duplicate of another file in the folder. */
    | { readonly kind: 'seen' | 'twin' }
    | { readonly kind: 'settling' }
    | { readonly kind: 'failed'; readonly problem: Problem }
  );

export interface DryRun {
  readonly entries: readonly DryRunEntry[];
  /** Number of executions that would be sent. */
  readonly jobs: number;
  /** Number of generated images that would be bought. */
  readonly images: number;
}

type Foreseeable = Pick<HotFolder, 'id' | 'path' | 'subFolders' | 'settleMs' | 'needsTickets'>;

/**
 * Reports what would happen to the files of a hot folder if it were armed, and what that would
 * cost, without arming it. Leaves out files that are not photos. Reads the content of all new
 * photos; on abort, returns the entries found so far.
 */
export async function dryRun(
  parts: { readonly ledger: Ledger; readonly clock: Clock },
  folder: Foreseeable,
  recipe: ResolvedRecipe,
  signal?: AbortSignal,
): Promise<DryRun> {
  const entries: DryRunEntry[] = [];
  const contents = new Set<string>();
  const { isOutput } = createOwnPlaces(parts.ledger, folder.path);
  for await (const found of scan(folder.path, leftOutOf(folder), signal, isOutput)) {
    const entry =
      found.kind === 'problem'
        ? { path: found.relative, kind: 'failed' as const, problem: found.problem }
        : await foresee(parts, folder, recipe, found, contents, signal);
    if (entry !== null) entries.push(entry);
  }
  const bought = entries.flatMap((entry) => ('images' in entry ? [entry.images] : []));
  return { entries, jobs: bought.length, images: bought.reduce((sum, n) => sum + n, 0) };
}

type File = ScanEntry & { readonly kind: 'file' };

async function foresee(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  folder: Foreseeable,
  recipe: ResolvedRecipe,
  { path: source, relative: path, look }: File,
  contents: Set<string>,
  signal: AbortSignal | undefined,
): Promise<DryRunEntry | null> {
  const sighting = ledger.sightings.find(folder.id, path);
  if (sighting?.outcome === 'seen' && isSighted(sighting, look)) return { path, kind: 'seen' };
  const inside = await lookInto(source, signal);
  if (inside === null || inside.kind === 'stranger') return null;
  if (inside.kind === 'not-an-image') return { path, kind: 'failed', problem: inside.problem };
  const isFresh = ({ mtimeMs }: FileLook) => Math.abs(clock.wall() - mtimeMs) < folder.settleMs;
  if (inside.kind === 'not-yet' || isFresh(look)) return { path, kind: 'settling' };
  const ticket = await findTicket(source);
  const found = ticket.ok ? ticket.value : null;
  if (ticket.ok && found === null && folder.needsTickets) return { path, kind: 'wants-ticket' };
  if (found?.look && isFresh(found.look)) return { path, kind: 'settling' };

  const identified = await identifyPhoto(source, signal);
  if (!identified.ok) return { path, kind: 'failed', problem: identified.problem };
  const { sha256 } = identified.value;
  if (sha256 !== null && (await isShopFile(ledger, source, sha256))) return { path, kind: 'seen' };
  const order = await orderFor(source, recipe, folder.path, signal);
  if (!order.ok) return { path, kind: 'failed', problem: order.problem };
  const { identity, recipe: own } = order.value.recipe;
  const images = imagesOf(own);
  const content = sha256 ?? source;
  const jobId = ledger.jobs.find(content, identity);
  if (jobId !== undefined) {
    const outcome = outcomeOf(ledger, jobId, false);
    if (outcome === 'again') throw new Error('A dry run never requests a photo again.');
    return outcome === 'retried'
      ? { path, kind: outcome, jobId, images }
      : { path, kind: outcome, jobId };
  }
  if (contents.has(`${content} ${identity}`)) return { path, kind: 'twin' };
  contents.add(`${content} ${identity}`);
  return { path, kind: 'new', images };
}
