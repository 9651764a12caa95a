import { basename } from 'node:path';
import { success, type Outcome } from '#shared/problem.ts';
import { failure } from '#shared/failure.ts';
import type { Clock } from './base/clock.ts';
import type { FolderAccess } from './base/permitted.ts';
import type { RecipeFile } from './base/recipe-content.ts';
import type { Ledger } from './adapters/ledger/open.ts';
import {
  isInRoots,
  localPlace,
  reachPlace,
  sharedPlace,
  type Roots,
  type SharedPlace,
} from './adapters/shared-studio/roots.ts';
import type { OfferedWork } from './adapters/shared-studio/shared-work.ts';
import { admitForeign, type ForeignParts, type ForeignPhoto } from './engine/intake/admit-work.ts';
import { lookInFolder } from './engine/intake/look.ts';
import { rootOf } from './engine/intake/root.ts';
import type { HotFolderSupervisor } from './engine/intake/supervisor.ts';
import type { Tidier } from './engine/intake/tidier.ts';
import { retry } from './engine/queue/change-jobs.ts';
import type { QueueLimits } from './engine/queue/parts.ts';
import { checkPermitted, checkSharedCards, customModelRulesOf } from './engine/queue/permit.ts';
import type { Runner } from './engine/queue/runner-types.ts';
import { createWorkExchange, type WorkExchange } from './engine/station/work/exchange.ts';
import type { Hands, SharedFolder } from './engine/station/work/parts.ts';
import type { Reporter } from './studio-events.ts';
import type { Membership } from './studio-station.ts';

interface ExchangeParts {
  /** Null outside a shared studio. */
  readonly membership: Membership | null;
  readonly ledger: Ledger;
  readonly limits: Pick<QueueLimits, 'inFlight' | 'cores'>;
  readonly options: { readonly access: FolderAccess; readonly takesAll?: true };
  readonly reporter: Reporter;
  readonly clock: Clock;
}

/** The parts that do the work; they exist when the exchange starts. */
interface Workers {
  readonly runner: Runner;
  readonly hotFolders: HotFolderSupervisor;
  readonly tidier: Tidier;
}

/** Returns the hot folders that this station shares with the other stations of its studio. */
export function sharedFolders({ hotFolders, sharedDocuments }: Ledger): SharedFolder[] {
  return hotFolders.saved().flatMap(({ id, isShared }) => {
    if (!isShared) return [];
    const key = sharedDocuments.keyOf('hot-folder', id);
    return key === undefined ? [] : [{ id, key }];
  });
}

/** Wires the exchange of photos with other stations; null outside a shared studio. */
export function wireExchange(parts: ExchangeParts, workers: () => Workers): WorkExchange | null {
  const { membership, ledger, clock } = parts;
  const joined = membership?.joined ?? null;
  if (membership === null || joined === null) return null;
  const { station } = membership;
  const { name, roots, takes } = joined.file;
  return createWorkExchange({
    shared: joined.shared.work,
    ledger,
    clock,
    name,
    roots,
    takes: parts.options.takesAll === true ? 'all' : takes,
    lease: () => station.lease(),
    isCutOff: () => station.isCutOff(),
    folders: () => sharedFolders(ledger),
    hands: handsOf(parts, roots, workers),
  });
}

function handsOf(
  { ledger, limits, options, reporter, clock }: ExchangeParts,
  roots: Roots,
  workers: () => Workers,
): Hands {
  const { signal } = new AbortController();
  // another station, which can use the card, decides
  const mayUse: ForeignParts['mayUse'] = (recipe, { source, hotFolderId }) =>
    checkSharedCards({ ledger, clock }, { recipe, name: basename(source), source, hotFolderId }).ok;
  const reaches = reachOf(ledger, roots, clock);
  const change: Hands['change'] = (jobIds, make) => workers().runner.change(jobIds, make);
  return {
    look: lookInFolder,
    reaches,
    room() {
      const isClosed = ledger.pauses.since() !== null || workers().runner.closed().length > 0;
      return isClosed ? 0 : limits.inFlight + Math.min(limits.cores, limits.inFlight);
    },
    mayOffer: (jobId) => mayOffer({ ledger, clock }, roots, jobId),
    stopped: () => ({ paused: ledger.pauses.folders(), parked: workers().runner.parked() }),
    async admit(work, hotFolderId) {
      const foreign = await foreignPhoto(roots, work, hotFolderId);
      if (!foreign.ok) return foreign;
      const admitted = await admitForeign(
        { ledger, access: options.access, mayUse },
        foreign.value,
        signal,
      );
      if (!admitted.ok) return admitted;
      return takeUp(ledger, admitted.value.jobId, change);
    },
    change,
    wake: () => workers().runner.wake(),
    ended(jobId) {
      workers().tidier.tidy(jobId);
      reporter.tell({ kind: 'ended', jobId });
    },
    watchChanged: (hotFolderId) => workers().hotFolders.refresh(hotFolderId),
    mistake: (error) => reporter.mistake(error, 'shared photos'),
  };
}

function mayOffer(
  parts: Pick<ExchangeParts, 'ledger' | 'clock'>,
  roots: Roots,
  jobId: number,
): boolean {
  const job = parts.ledger.jobs.load(jobId);
  if (!job.ok) return false;
  // a card with another folder is not shared
  const areShared = customModelRulesOf(parts.ledger, job.value.recipe).every(({ rule }) =>
    rule.folders.every((folder) => sharedPlace(roots, folder) !== null),
  );
  return areShared && checkPermitted(parts, job.value).ok;
}

/** Time in ms after which a hot folder that does not answer counts as out of reach. */
const REACH = 3000;

/**
 * Returns a function that checks whether a hot folder can be reached, and no link on the disk leads it out of the shared
 * folders.
 */
function reachOf(ledger: Ledger, roots: Roots, clock: Clock): Hands['reaches'] {
  const checks = new Map<string, ReturnType<typeof rootOf>>();
  return async (hotFolderId) => {
    const path = ledger.hotFolders.get(hotFolderId)?.path;
    if (path === undefined) return false;
    const check = checks.get(path) ?? rootOf(path, clock);
    checks.set(path, check);
    const reach = async () => (await check()).ok && (await isInRoots(roots, path));
    // a share that hangs must not keep this station from watching its other folders
    return Promise.race([reach(), clock.sleep(REACH).then(() => false)]);
  };
}

/**
 * Resumes a job that needs attention. Problems: that of a failed job, which only the user can retry; those of
 * `retry`.
 */
async function takeUp(
  ledger: Ledger,
  jobId: number,
  change: Hands['change'],
): Promise<Outcome<number>> {
  const job = ledger.jobs.load(jobId);
  if (!job.ok) return job;
  const { state, problem } = job.value;
  if (state === 'failed' && problem !== null) return failure(problem);
  if (state !== 'held') return success(jobId);
  let resumed: Outcome<unknown> = success();
  await change([jobId], () => {
    resumed = ledger.transaction(() => retry(false)(ledger, jobId));
  });
  return resumed.ok ? success(jobId) : resumed;
}

/**
 * Returns a photo of another station with the paths of its files on this station. Problems: work-unreadable for an
 * invalid path below the output folder; those of `reachPlace`.
 */
async function foreignPhoto(
  roots: Roots,
  { order, ...work }: OfferedWork,
  hotFolderId: number | null,
): Promise<Outcome<ForeignPhoto>> {
  const { subFolder, files: shared, bytes, recipe, client } = order;
  const source = await reachPlace(roots, order.source);
  if (!source.ok) return source;
  const outFolder = await reachPlace(roots, order.output);
  if (!outFolder.ok) return outFolder;
  const files: Partial<Record<RecipeFile, string>> = {};
  for (const [field, place] of Object.entries(shared) as [RecipeFile, SharedPlace][]) {
    const path = await reachPlace(roots, place);
    if (!path.ok) return path;
    files[field] = path.value;
  }
  const isBelow =
    subFolder === '' || localPlace({ out: '/' }, { root: 'out', path: subFolder }) !== null;
  if (!isBelow) return failure('work-unreadable');
  const { photo, purchase, priority } = work;
  const paths = { source: source.value, outFolder: outFolder.value, subFolder, files };
  return success({ photo, purchase, priority, bytes, recipe, client, hotFolderId, ...paths });
}
