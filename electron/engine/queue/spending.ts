import { localDay } from '#shared/day.ts';
import { problemOf } from '#shared/failure.ts';
import { costOf } from '#shared/prices.ts';
import type { Problem } from '#shared/problem.ts';
import {
  limitsIn,
  verdictOf,
  type Limit,
  type LimitPeriod,
  type PlannedRun,
  type Spent,
  type SpentByPeriod,
} from '#shared/spending-limits.ts';
import type { ExecutionRow } from '../../adapters/ledger/executions.ts';
import type { Job } from '../../adapters/ledger/jobs.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import { isInPeriod } from '../../adapters/ledger/spending.ts';
import { orderedImages } from './ordered.ts';
import type { Parts } from './parts.ts';
import type { Report } from './report.ts';

/** The reason a run is not reserved: it waits for the next day or month, or for readable limits, or is held. */
type Refusal =
  | Extract<Report, { kind: 'limit' | 'no-limits' }>
  | { readonly kind: 'hold'; readonly problem: Problem };

/** A limit that doesn't allow a run now. */
export interface Objection {
  readonly limit: Limit;
  readonly of: 'stations' | 'studio' | 'folder';
  /** Path of the hot folder; '' if the limit is not the folder's own. */
  readonly folder: string;
  readonly verdict: 'later' | 'too-low' | 'no-price';
  /** Currency of a limit in money. */
  readonly currency: string;
}

/**
 * Returns why the current run of a job must not be reserved now; null if all limits of the studio and of its hot
 * folder allow it. The database checks the limits of a shared hot folder, for all stations and by its own clock.
 * `left` is the job's own earlier reservation, which is not counted again. Runs in the transaction that records
 * INTENT. Problems: spending-limit, limit-too-low, price-missing, and why the limits are not known.
 */
export function checkSpending(
  { ledger, limits, clock, station }: Pick<Parts, 'ledger' | 'limits' | 'clock' | 'station'>,
  job: Job,
  left: ExecutionRow | null,
): Refusal | null {
  if (limits.unreadable !== null) return { kind: 'no-limits', problem: limits.unreadable };
  const { spending, hotFolders } = ledger;
  const { currency } = spending.prices();
  const run = plannedRun(ledger, job);
  const { hotFolderId } = job;
  const isShared =
    station !== undefined &&
    hotFolderId !== null &&
    ledger.sharedDocuments.keyOf('hot-folder', hotFolderId) !== undefined;
  const folder = hotFolderId === null || isShared ? null : (hotFolders.get(hotFolderId) ?? null);
  const own = reservationOf(left, currency, localDay(clock.wall()));
  const objections = [null, ...(folder === null ? [] : [folder])].flatMap((owner): Objection[] => {
    const set = limitsIn(owner ?? limits);
    if (set.length === 0) return [];
    const spent = without(spending.spent(owner?.id), own);
    const [of, path] =
      owner === null ? (['studio', ''] as const) : (['folder', owner.path] as const);
    return set.flatMap((limit) => {
      const verdict = verdictOf(limit, spent, run);
      return verdict === 'now' ? [] : [{ limit, of, folder: path, verdict, currency }];
    });
  });
  // a run that would not be allowed on any day must not wait for the next day
  const found = objections.find(({ verdict }) => verdict !== 'later') ?? objections[0];
  return found === undefined ? null : refusalOf(found, job, run);
}

/** Returns the images and the cost of a job's current run. */
export function plannedRun({ spending }: Pick<Ledger, 'spending'>, job: Job): PlannedRun {
  const images = orderedImages(job);
  return { images, cost: costOf(spending.prices(), job.recipe, images) };
}

/** Returns why a run is not bought now. Problems: spending-limit, limit-too-low, price-missing. */
export function refusalOf(objection: Objection, job: Job, run: PlannedRun): Refusal {
  const problem = problemFor(objection, job, run);
  if (objection.verdict !== 'later') return { kind: 'hold', problem };
  return { kind: 'limit', problem, of: objection.of === 'folder' ? 'folder' : 'studio' };
}

function reservationOf(
  left: ExecutionRow | null,
  currency: string,
  today: string,
): (per: LimitPeriod) => Spent {
  return (per) => {
    if (left === null || !isInPeriod(per, left.day, today)) return { images: 0, money: 0 };
    const money = left.currency === currency ? left.images * (left.price ?? 0) : 0;
    return { images: left.images, money };
  };
}

function without(spent: SpentByPeriod, own: (per: LimitPeriod) => Spent): SpentByPeriod {
  const rest = (per: LimitPeriod): Spent => ({
    images: spent[per].images - own(per).images,
    money: spent[per].money - own(per).money,
  });
  return { day: rest('day'), month: rest('month') };
}

function problemFor(
  { limit: { name, per, unit, amount }, of, folder, verdict, currency }: Objection,
  { name: photo, recipe }: Job,
  { images, cost }: PlannedRun,
): Problem {
  const shared = { per, of, folder, name: photo } as const;
  const money = { amount: { currency, minor: amount } };
  // the parameter names the setting, so that the screens can lead to its field
  const more = { about: String(amount), ...(of !== 'stations' && { parameter: name }) };
  if (verdict === 'no-price') {
    const agent = `${recipe.agent} ${recipe.version}`;
    return problemOf('price-missing', { ...shared, ...money, agent }, { ...more, about: agent });
  }
  if (verdict === 'too-low') {
    return unit === 'images' || cost === null
      ? problemOf('limit-too-low', { ...shared, limit: amount, images }, more)
      : problemOf('limit-too-low.money', { ...shared, ...money, cost }, more);
  }
  return unit === 'images'
    ? problemOf('spending-limit', { ...shared, limit: amount }, more)
    : problemOf('spending-limit.money', { ...shared, ...money }, more);
}
