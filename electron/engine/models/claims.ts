import type { CustomModelKind, ServiceModel } from '#shared/custom-models.ts';
import type { Problem } from '#shared/problem.ts';
import type { CreationRow } from '../../adapters/ledger/creations.ts';
import { failureProblem, isNo } from '../../adapters/service/failure-problem.ts';
import type { Template } from '../templates/template.ts';
import { addressNow, fileOf, originOf } from './addresses.ts';
import { becomes } from './become.ts';
import type { CustomModelContext } from './context.ts';
import { operationsOf } from './kinds.ts';

/** What a list of the account shows about a creation whose answer was lost. */
export type ClaimResult =
  /** The entry was created, and the creation is finished. */
  | { readonly kind: 'created' }
  /** The entry is not listed; the suspects are new entries that may be the creation's result. */
  | { readonly kind: 'missing'; readonly suspects: readonly ServiceModel[] }
  /** The service did not return enough to decide; the problem says why. */
  | { readonly kind: 'unclear'; readonly problem: Problem };

/**
 * Searches a list of the account for the results of creations whose answer was lost, or whose request was processed
 * after Darkslide gave up waiting. Returns a result for each creation, by its id. Commits matches before it records the
 * details of other entries, so that no result of a creation is briefly shown as made elsewhere.
 */
export async function claimListed(
  context: CustomModelContext,
  kind: CustomModelKind,
  rows: readonly Template[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, ClaimResult>> {
  const { creations, customModels } = context.ledger;
  const asked = new Map<number, Promise<Details>>();
  const details = (id: number): Promise<Details> => {
    const known = asked.get(id) ?? detailsOf(context, kind, id, signal);
    asked.set(id, known);
    return known;
  };
  const found = new Map<number, ClaimResult>();
  const late = givenUp(context, kind);
  const open = creations.open().filter((one) => one.kind === kind);
  const lost = open.filter(({ state }) => state === 'doubt');
  // a request that was refused temporarily may have reached the service twice, and one copy may have been processed
  const again = open.filter(({ state, known }) => state === 'preparing' && known !== null);
  for (const creation of [...late, ...lost, ...again]) {
    found.set(creation.id, await claim(context, creation, rows, details));
  }
  const told = (await Promise.all(asked.values())).filter((one) => one !== 'gone' && 'id' in one);
  if (told.length > 0 && customModels.told(kind, told, false).length > 0) context.changed(kind);
  return found;
}

/**
 * Records the details of one entry. If its photos were unknown when the account was listed, they
 * may now show that the entry is the result of a creation that was given up. Returns whether the
 * entry changed.
 */
export function learn(
  context: CustomModelContext,
  kind: CustomModelKind,
  told: ServiceModel,
): boolean {
  const { creations, customModels } = context.ledger;
  const taken = creations.claimed(kind);
  const late = givenUp(context, kind).filter(
    ({ known }) => known?.includes(told.id) === false && !taken.includes(told.id),
  );
  if (late.some((creation) => isFound(context, creation, [told]))) return true;
  return customModels.told(kind, [told], false).length > 0;
}

/** Returns stopped creations whose request may still be processed. */
function givenUp({ ledger }: CustomModelContext, kind: CustomModelKind): CreationRow[] {
  return ledger.creations
    .shown(kind)
    .filter(({ state, known }) => state === 'stopped' && known !== null);
}

/**
 * Searches the entries that are new since a creation's request. An entry with exactly the uploaded addresses is a
 * match; if the service returns no comparable addresses, so is the only entry with the creation's name. An entry never
 * matches if it is the result of another creation, or if it matches another unanswered creation better.
 */
async function claim(
  context: CustomModelContext,
  creation: CreationRow,
  rows: readonly Template[],
  details: (id: number) => Promise<Details>,
): Promise<ClaimResult> {
  const { creations } = context.ledger;
  const known = new Set([...(creation.known ?? []), ...creations.claimed(creation.kind)]);
  const told: ServiceModel[] = [];
  for (const { id } of rows) {
    const one = known.has(id) ? 'gone' : await details(id);
    if (one === 'gone') continue;
    if (!('id' in one)) return { kind: 'unclear', problem: one.problem };
    told.push(one);
  }
  if (isFound(context, creation, told)) return { kind: 'created' };
  const suspects = told.filter((one) => likeness(context, creation, one) !== 'none');
  return { kind: 'missing', suspects };
}

/** Finishes a creation with the entry that it became, if `told` contains that entry. */
function isFound(
  context: CustomModelContext,
  creation: CreationRow,
  told: readonly ServiceModel[],
): boolean {
  const rivals = context.ledger.creations
    .open()
    .filter(
      ({ id, kind, state }) => id !== creation.id && kind === creation.kind && isUnanswered(state),
    );
  const ours = choose(context, creation, told, rivals);
  return ours !== null && becomes(context, creation, ours);
}

/** Returns whether the answer to a creation's request is missing. */
function isUnanswered(state: CreationRow['state']): boolean {
  return state === 'sending' || state === 'doubt';
}

type Details = ServiceModel | 'gone' | { readonly problem: Problem };

/**
 * Returns the details of an entry. A newly listed entry is queried once, because its photos do not
 * change.
 */
async function detailsOf(
  context: CustomModelContext,
  kind: CustomModelKind,
  id: number,
  signal: AbortSignal,
): Promise<Details> {
  const row = context.ledger.customModels.get(kind, id);
  if (row !== undefined && row.images !== null) return row;
  const answer = await operationsOf(context.service, kind).query(id, { signal });
  if (answer.ok) return answer.value;
  return isNo(answer.failure) ? 'gone' : { problem: failureProblem(answer.failure) };
}

/**
 * `same`: the entry has the uploaded addresses. `name`: only the name matches. `unnamed`: the service chose the name,
 * so there is nothing to compare. `perhaps`: the entry has other addresses; this rules it out only if the service is
 * known to return uploaded addresses unchanged.
 */
type Likeness = 'same' | 'name' | 'unnamed' | 'perhaps' | 'none';

/** Returns how well an entry matches a creation. */
function likeness(
  context: CustomModelContext,
  creation: CreationRow,
  told: ServiceModel,
): Likeness {
  const { name, uploads, requests } = creation;
  const now = (address: string) => addressNow(context, address);
  const images = (told.images ?? []).map(now);
  const sent = [...requests, uploads.filter((address) => address !== null)];
  if (images.length > 0) {
    const isWhole = images.length === uploads.length;
    const isSame = (request: readonly string[]) =>
      request.length === images.length && request.every((one) => images.includes(now(one)));
    if (sent.some(isSame)) return 'same';
    const ours = sent.flat().map(now);
    const files = new Set(ours.map(fileOf));
    const origins = new Set(ours.map(originOf));
    const isElsewhere = images.every((image) => origins.has(originOf(image)));
    if (!images.some((image) => files.has(fileOf(image))) && (!isWhole || isElsewhere)) {
      const isNamedSo = name === null || told.name === name;
      return isWhole && isNamedSo && !returnsUploads(context, creation.kind) ? 'perhaps' : 'none';
    }
  }
  if (name === null) return 'unnamed';
  return told.name === name ? 'name' : 'none';
}

/**
 * Number of earlier creations that are checked to see whether the service returns uploaded
 * addresses unchanged.
 */
const EARLIER = 10;

/**
 * Returns whether the service has been seen to return uploaded addresses unchanged. A service may
 * store photos under other addresses at the same host, and only an earlier creation can show
 * whether it does.
 */
function returnsUploads(context: CustomModelContext, kind: CustomModelKind): boolean {
  const { creations, customModels } = context.ledger;
  const file = (address: string) => fileOf(addressNow(context, address));
  return creations.lastCreated(kind, EARLIER).some(({ serviceId, uploads }) => {
    const row = customModels.get(kind, serviceId ?? 0);
    // without a cover, the entry has not been queried yet, and its addresses are those that were
    // sent
    if (row === undefined || row.images === null || row.cover === '') return false;
    const told = new Set(row.images.map(file));
    return uploads.some((address) => address !== null && told.has(file(address)));
  });
}

/** Returns a rank for an entry with the same addresses: the better its name matches the creation's, the higher. */
function nameRank({ name }: CreationRow, told: ServiceModel): number {
  if (name === told.name) return 2;
  return name === null ? 1 : 0;
}

function choose(
  context: CustomModelContext,
  creation: CreationRow,
  told: readonly ServiceModel[],
  rivals: readonly CreationRow[],
): ServiceModel | null {
  const like = (other: CreationRow, one: ServiceModel) => likeness(context, other, one);
  const same = told
    .filter((one) => like(creation, one) === 'same')
    .filter((one) =>
      rivals.every(
        (rival) => like(rival, one) !== 'same' || nameRank(rival, one) <= nameRank(creation, one),
      ),
    )
    .toSorted((a, b) => nameRank(creation, b) - nameRank(creation, a));
  if (same[0] !== undefined) return same[0];
  if (!isUnanswered(creation.state)) return null;
  const named = told.filter((one) => like(creation, one) === 'name');
  const [only] = named;
  if (only === undefined || named.length > 1) return null;
  return rivals.every((rival) => like(rival, only) === 'none') ? only : null;
}
