import { repositoriesOf, type Ledger } from '#electron/adapters/ledger/open.ts';
import type { ExecutionRow } from '#electron/adapters/ledger/executions.ts';
import type { HistoryEntry } from '#electron/adapters/ledger/history.ts';
import type { Job } from '#electron/adapters/ledger/jobs.ts';
import type { ResultRow } from '#electron/adapters/ledger/results.ts';
import type { ModelDisk } from './disk.ts';
import { customBreaches, isToldOfAccount, type CustomEvidence } from './invariants-customs.ts';
import { outFolder, type Photo } from './photos.ts';
import { copyOf, ownLayers, ownPixels } from './pictures.ts';
import { shopContent, shopPreset } from './shops.ts';
import type { ExecutionRecord, ModelService } from './service.ts';
import { answersInDoubt, type Watch } from './watch.ts';
import type { World } from './world.ts';

export interface Evidence extends CustomEvidence {
  readonly world: World;
  readonly disk: ModelDisk;
  readonly service: ModelService;
  readonly photos: readonly Photo[];
  readonly watch: Watch;
}

/** Everything about one photo in the ledger, at the service, and in the actions of the user. */
interface Case {
  readonly who: string;
  readonly job: Job;
  readonly executions: readonly ExecutionRow[];
  readonly results: readonly ResultRow[];
  readonly history: readonly HistoryEntry[];
  /** The executions at the service, without requests that the network duplicated. */
  readonly booked: readonly ExecutionRecord[];
  readonly sentAgainByPerson: number;
  /** Executions that are named in an alarm of the job. */
  readonly alarmed: ReadonlySet<string | null>;
}

/**
 * Returns all broken promises. Compares the ledger with the service's own records, the disk and what was
 * reported.
 */
export function breachesOf(evidence: Evidence): string[] {
  const { world, disk, service, photos, account, watch } = evidence;
  const ledger = ledgerOf(evidence);
  const found: string[] = [];
  let jobs = 0;
  for (const photo of photos) {
    const id = ledger.jobs.find(photo.content, photo.recipe.identity);
    if (id === undefined) {
      if (account.admitted.has(photo.who))
        found.push(`${photo.who}: was acknowledged but is missing`);
      continue;
    }
    jobs += 1;
    const job = ledger.jobs.load(id);
    if (!job.ok) {
      found.push(`${photo.who}: ${job.problem.message}`);
      continue;
    }
    const one = caseOf(ledger, service, photo.who, job.value);
    const wrong = [
      ...ofMoney(one, world.doubtWindow, account.askedFor.get(photo.who) ?? 0),
      ...ofLedger(one, service),
      ...ofAnswers(one, watch),
      ...ofEnd(one, watch),
      ...ofFiles(one, disk),
    ];
    found.push(...wrong.map((what) => `${photo.who}: ${what}`));
    if (wrong.length > 0) {
      for (const h of one.history) world.tell(photo.who, `ledger: ${h.what} ${h.detail ?? ''}`);
    }
  }
  const counted = Object.values(ledger.jobs.count()).reduce((a, b) => a + b, 0);
  if (counted !== jobs) found.push(`${jobs} photos went in, ${counted} are counted`);
  found.push(...customBreaches(ledger, evidence));
  return [...found, ...ofUploads(service), ...ofCopies(disk)];
}

/**
 * Checks whether every finished job has all results that the service listed, and whether the ledger contains
 * everything in the account. If the disk is full when a result arrives, a later check adds the result, so a run
 * must not end before the later check.
 */
export function isToldOfAll(evidence: Evidence): boolean {
  const { service, photos, watch } = evidence;
  const ledger = ledgerOf(evidence);
  if (!isToldOfAccount(ledger, evidence, evidence.world.time.now())) return false;
  return photos.every(({ who, content, recipe }) => {
    if (!watch.listed.has(who)) return true;
    const job = ledger.jobs.load(ledger.jobs.find(content, recipe.identity) ?? 0);
    return !job.ok || ofAnswers(caseOf(ledger, service, who, job.value), watch).length === 0;
  });
}

function ledgerOf({ world, shelf }: Evidence): Omit<Ledger, 'close'> {
  const life = { number: 0, bornAt: 0, dead: false };
  return repositoriesOf(shelf, world.time.clockOf(life));
}

function caseOf(ledger: Omit<Ledger, 'close'>, service: ModelService, who: string, job: Job): Case {
  const history = ledger.history.of(job.id);
  return {
    who,
    job,
    executions: ledger.executions.ofJob(job.id),
    results: ledger.results.ofJob(job.id),
    history,
    booked: service.records.filter((e) => e.photo === who && !e.isEcho),
    sentAgainByPerson: history.filter((h) => h.detail === 'a person decided to send it again')
      .length,
    alarmed: new Set(history.filter((h) => h.what.startsWith('alarm')).map((h) => h.detail)),
  };
}

/** Checks that nothing was paid twice. */
function ofMoney(one: Case, doubtWindow: number, asked: number): string[] {
  const { job, booked, executions, sentAgainByPerson } = one;
  const byPerson = job.runs - 1 + sentAgainByPerson;
  const found: string[] = [];
  if (byPerson > asked) found.push(`bought ${byPerson} times more, a person asked for ${asked}`);
  const isResent = job.recipe.onDoubt === 'resend';
  const late = booked.filter((e) => e.listedAt > e.sentAt + doubtWindow).length;
  const excused = isResent ? late : 0;
  if (booked.length > 1 + byPerson + excused) {
    found.push(
      `executed ${booked.length} times; 1 + ${byPerson} asked for + ${excused} later than the window`,
    );
  }
  const counted = executions.filter((e) => e.state !== 'rejected').length;
  if (booked.length > counted) found.push(`${booked.length} executions, ${counted} in the ledger`);
  return found;
}

/** Checks that the ledger and the service agree on each execution. */
function ofLedger({ booked, executions, who }: Case, service: ModelService): string[] {
  const found: string[] = [];
  const known = new Set<string>();
  for (const { executionId, state } of executions) {
    if (executionId === null) continue;
    known.add(executionId);
    const truth = service.records.find((e) => e.id === executionId);
    if (truth === undefined) found.push(`${executionId} is not in the service's records`);
    else if (truth.photo !== who) found.push(`${executionId} belongs to ${truth.photo}`);
    else if (state === 'void') found.push(`${executionId} was bought and counts as not bought`);
  }
  // if a request was duplicated, the client may have found either of its executions
  const echoes = service.records.filter(
    (e) => e.isEcho && e.photo === who && known.has(e.id),
  ).length;
  const unknown = booked.filter((e) => !known.has(e.id)).length - echoes;
  const open = executions.filter((e) => ['doubt', 'sending', 'void'].includes(e.state)).length;
  if (unknown > open) found.push(`${unknown} executions are not in the ledger, ${open} in doubt`);
  return found;
}

/**
 * Checks, for a job that is done, that the ledger or an alarm contains every execution that the service has listed.
 */
function ofAnswers({ job, executions, alarmed, who }: Case, { listed }: Watch): string[] {
  if (job.state !== 'done') return [];
  const known = new Set(executions.map((e) => e.executionId));
  const missed = [...(listed.get(who) ?? [])].filter((id) => !known.has(id) && !alarmed.has(id));
  return missed.map((id) => `${id} was listed in an answer, but the job does not contain it`);
}

/** Checks that the job is done, cancelled, or failed or held with a reason. */
function ofEnd({ job, executions, results, who }: Case, watch: Watch): string[] {
  const { state, problem } = job;
  if (problem?.code === 'internal') return [problem.message];
  switch (state) {
    case 'waiting':
    case 'running':
      return [`has not ended: ${state}, ${problem?.code ?? 'no problem'}`];
    case 'held':
      if (problem?.code === 'execution-unknown' && isTooSoon(watch.empties(who))) {
        return ['was held as unknown before the service was asked often enough'];
      }
      return problem === null ? ['is held without a reason'] : [];
    case 'failed':
      return problem === null ? ['is failed without a reason'] : [];
    case 'cancelled':
      return [];
    case 'done': {
      const good = results.filter((r) => r.kind === 'image' && r.status === 'Success');
      const missing = good.filter((r) => r.delivered === null).length;
      const isWanted = job.recipe.delivery.originalPixels;
      const uncomposed = good.filter((r) => isWanted && r.composed === null).length;
      const layers = results.filter((r) => r.kind === 'layers');
      const unplaced = layers.filter((r) => r.status === 'Success' && r.delivered === null).length;
      const shopFiles = good.flatMap(({ finish }) => finish?.files ?? []);
      const unfinished = shopFiles.filter((file) => file.delivered === null).length;
      const perImage = job.recipe.delivery.finish.length === 0 ? 0 : shopPreset.outputs.length;
      const unmade = good.length * perImage - shopFiles.length;
      const open = executions.filter((e) => ['sending', 'doubt', 'started'].includes(e.state));
      return [
        ...(good.length === 0 ? ['is done without an image'] : []),
        ...(missing > 0 ? [`is done, ${missing} images are not delivered`] : []),
        ...(uncomposed > 0 ? [`is done, ${uncomposed} images were not composed`] : []),
        ...(unmade > 0 ? [`is done, ${unmade} shop files are not made`] : []),
        ...(unfinished > 0 ? [`is done, ${unfinished} shop files are not delivered`] : []),
        ...(unplaced > 0 ? [`is done, ${unplaced} layered files are not delivered`] : []),
        ...(open.length > 0 ? ['is done with an execution that has not ended'] : []),
      ];
    }
  }
}

function isTooSoon(empties: number | null): boolean {
  return empties !== null && empties < answersInDoubt;
}

/** Checks that everything reported as delivered is on disk after a power cut, with the correct content. */
function ofFiles({ executions, results }: Case, disk: ModelDisk): string[] {
  return results.flatMap((result) => {
    if (result.delivered === null) return [];
    const { executionId } = executions.find((e) => e.id === result.executionRow) ?? {};
    const downloaded = `${executionId}/${result.kind === 'psd' ? 'psd' : result.position}`;
    const wanted = `${downloaded}${endingOf(result)}`;
    const files = [{ file: result.delivered.file, wanted }];
    for (const { output, delivered } of result.finish?.files ?? []) {
      if (delivered !== null)
        files.push({ file: delivered.file, wanted: shopContent(wanted, output) });
    }
    return files.flatMap(({ file, wanted }) => {
      const content = disk.contentOf(file);
      return content === wanted ? [] : [`${file} contains ${content}, not ${wanted}`];
    });
  });
}

function endingOf({ kind, composed }: ResultRow): string {
  if (kind === 'layers') return ownLayers;
  return (composed?.image ?? null) === null ? '' : ownPixels;
}

/** Checks that every upload contained the complete copy of a photo. */
function ofUploads(service: ModelService): string[] {
  return [...service.uploads]
    .filter(([, content]) => content !== copyOf(content))
    .map(([url, content]) => `${url} was uploaded as ${content}`);
}

/** Checks that the output folder contains each result once, and complete. */
function ofCopies(disk: ModelDisk): string[] {
  const seen = new Set<string>();
  return disk.below(outFolder).flatMap((file) => {
    if (file.endsWith('.part')) return [];
    const content = disk.contentOf(file) ?? '';
    const isSecond = seen.has(content);
    seen.add(content);
    if (content.startsWith('x')) return [`${file} is incomplete`];
    return isSecond ? [`${file} is a second copy of ${content}`] : [];
  });
}
