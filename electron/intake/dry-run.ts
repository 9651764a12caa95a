import { findAgent, imagesPerExecution } from '#shared/agents/index.ts';
import type { Problem } from '#shared/problem.ts';
import type { Recipe } from '#shared/recipe.ts';
import type { Clock } from '../base/clock.ts';
import type { HotFolder } from '../ledger/hot-folders.ts';
import type { Ledger } from '../ledger/open.ts';
import { identifyPhoto, outcomeOf } from './admit.ts';
import { sameLook } from './look.ts';
import { isOwnFolder } from './names.ts';
import type { ResolvedRecipe } from './recipe-files.ts';
import { scan, type ScanEntry } from './scan.ts';
import { lookInto } from './take.ts';

/** What would become of a file that lies in a hot folder. */
export type DryRunEntry = { /** Below the hot folder. */ readonly path: string } & (
  | { readonly kind: 'new' }
  /** `retried`: its job ended before anything was bought, and would go on. */
  | { readonly kind: 'already' | 'under-way' | 'retried'; readonly jobId: number }
  /** Marked as seen, or twice in the folder. */
  | { readonly kind: 'seen' | 'twin' }
  | { readonly kind: 'settling' }
  | { readonly kind: 'failed'; readonly problem: Problem }
);

export interface DryRun {
  readonly entries: readonly DryRunEntry[];
  /** Executions that would be sent. */
  readonly jobs: number;
  /** Generated images that would be bought. */
  readonly images: number;
}

type Foreseeable = Pick<HotFolder, 'id' | 'path' | 'subFolders' | 'settleMs'>;

/**
 * What arming a hot folder would do with what lies in it and what that would cost, without doing any
 * of it. Files that are no photos are left out. Reads the content of all photos that are new; ends
 * early, with what it has, on abort.
 */
export async function dryRun(
  parts: { readonly ledger: Ledger; readonly clock: Clock },
  folder: Foreseeable,
  recipe: ResolvedRecipe,
  signal?: AbortSignal,
): Promise<DryRun> {
  const entries: DryRunEntry[] = [];
  const contents = new Set<string>();
  const isLeftOut = (relative: string) => folder.subFolders === 'ignore' || isOwnFolder(relative);
  for await (const found of scan(folder.path, isLeftOut, signal)) {
    const entry =
      found.kind === 'problem'
        ? { path: found.relative, kind: 'failed' as const, problem: found.problem }
        : await foresee(parts, folder, recipe, found, contents, signal);
    if (entry !== null) entries.push(entry);
  }
  const jobs = entries.filter(({ kind }) => kind === 'new' || kind === 'retried').length;
  return { entries, jobs, images: jobs * imagesOf(recipe.recipe) };
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
  if (sighting?.outcome === 'seen' && sameLook(sighting, look)) return { path, kind: 'seen' };
  const inside = await lookInto(source);
  if (inside.kind === 'stranger') return null;
  if (inside.kind === 'not-an-image') return { path, kind: 'failed', problem: inside.problem };
  const isFresh = Math.abs(clock.wall() - look.mtimeMs) < folder.settleMs;
  if (inside.kind === 'not-yet' || isFresh) return { path, kind: 'settling' };

  const identified = await identifyPhoto(source, signal);
  if (!identified.ok) return { path, kind: 'failed', problem: identified.problem };
  const content = identified.value.sha256 ?? source;
  const jobId = ledger.jobs.find(content, recipe.identity);
  if (jobId !== undefined) {
    const outcome = outcomeOf(ledger, jobId, false);
    if (outcome === 'again') throw new Error('A dry run never asks for a photo again.');
    return { path, kind: outcome, jobId };
  }
  if (contents.has(content)) return { path, kind: 'twin' };
  contents.add(content);
  return { path, kind: 'new' };
}

/** Generated images that a recipe buys for one photo. */
export function imagesOf(recipe: Recipe): number {
  const agent = findAgent(recipe.agent, recipe.version);
  if (!agent.ok) throw new Error(agent.problem.message);
  return imagesPerExecution(agent.value, recipe.params);
}
