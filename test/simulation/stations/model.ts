import type {
  ClaimAnswer,
  ClaimRequest,
  ClaimState,
  Lease,
  OwnClaim,
  RecordedPurchase,
  ReportedClaim,
} from '#electron/adapters/shared-studio/types.ts';

/** The limits of a model studio. */
export interface ModelLimits {
  readonly leaseMs: number;
  readonly inFlight: number;
  readonly imagesPerDay: number | null;
}

/** When a station has sent a statement: under which lease, null without one, and its number. */
export interface Sent {
  readonly fence: number | null;
  readonly number: number;
}

interface ModelStation {
  readonly id: string;
  readonly name: string;
  fence: number;
  until: number;
  changes: number;
}

interface ModelClaim extends Omit<RecordedPurchase, 'folder' | 'cost' | 'task'> {
  task: string;
  readonly claim: number;
  readonly run: number;
  station: ModelStation;
  job: number;
  jobRun: number;
  fence: number;
  state: ClaimState;
  executions: readonly string[];
  needsPerson: boolean;
  images: number;
  day: string;
  /** Time in ms of the last change. */
  changedAt: number;
  /** The station's last statement about the claim. */
  sent: { readonly fence: number; readonly number: number };
}

/** A model in memory of a shared studio's tables and functions: those that stations use to buy images. */
export interface ModelStudio {
  readonly claims: readonly ModelClaim[];
  enter(station: string, name: string): Lease;
  renew(station: string, lease: Pick<Lease, 'fence' | 'changes'>): Lease | null;
  claim(
    station: string,
    sent: Sent & { readonly fence: number },
    request: ClaimRequest,
  ): ClaimAnswer;
  report(station: string, sent: Sent, report: ReportedClaim): boolean;
  record(station: string, purchase: RecordedPurchase): { claim: number; fence: number } | null;
  mine(station: string): OwnClaim[];
  knows(station: string): boolean;
  /** Saves the whole state; returns a function that restores it, so that all later changes are lost. */
  save(): () => void;
  /** Returns the number of images that are reserved or bought today. */
  spent(): number;
}

/** Requests per second of the account, which the stations divide; the default of PostgreSQL's table. */
const REQUESTS = 100;
/**
 * Time in ms after the end of its lease, or after the last change of a claim, after which the executions of a station
 * that is gone have certainly ended.
 */
const GONE = 60 * 60_000;

function isBefore(a: ModelClaim['sent'], b: ModelClaim['sent']): boolean {
  return a.fence < b.fence || (a.fence === b.fence && a.number < b.number);
}

/**
 * Creates a model studio; `model.test.ts` compares it with the functions in PostgreSQL. `today`: the studio's day,
 * YYYY-MM-DD.
 */
export function createModelStudio(
  limits: ModelLimits,
  now: () => number,
  today: () => string,
): ModelStudio {
  const stations = new Map<string, ModelStation>();
  const claims: ModelClaim[] = [];
  let fences = 0;

  const isAlive = (station: ModelStation) => station.until > now();
  const kept = () => claims.filter(({ state }) => state !== 'released');
  const isSame = (one: ModelClaim, { photo, purchase }: Pick<ClaimRequest, 'photo' | 'purchase'>) =>
    one.photo === photo && one.purchase === purchase;
  const ownOf = (
    id: string,
    request: Pick<ClaimRequest, 'job' | 'jobRun' | 'photo' | 'purchase'>,
  ) =>
    kept().find(
      (one) =>
        one.station.id === id &&
        one.job === request.job &&
        one.jobRun === request.jobRun &&
        isSame(one, request),
    );
  const lastRun = (request: ClaimRequest | RecordedPurchase) =>
    Math.max(0, ...kept().flatMap((one) => (isSame(one, request) ? one.run : [])));
  const spent = (day: string, except?: ModelClaim) =>
    kept().reduce((sum, one) => (one.day === day && one !== except ? sum + one.images : sum), 0);
  const leaseOf = (station: ModelStation): Lease => {
    station.until = now() + limits.leaseMs;
    station.changes += 1;
    const { fence, changes } = station;
    const alive = [...stations.values()].filter(isAlive).length;
    return { fence, ms: limits.leaseMs, changes, requestsPerSecond: REQUESTS / alive };
  };
  const stationOf = (id: string): ModelStation => {
    const station = stations.get(id);
    if (station === undefined) throw new Error(`There is no station ${id}.`);
    return station;
  };

  /**
   * Answers a request if another claim for the same purchase exists. The requesting station adopts that claim, unless
   * another station has bought the images or still has a lease.
   */
  const taken = (
    station: ModelStation,
    other: ModelClaim,
    request: ClaimRequest,
    sent: ModelClaim['sent'],
  ): ClaimAnswer => {
    const owner = other.station;
    if (other.state === 'bought' && owner !== station)
      return { kind: 'bought', station: owner.name };
    if (owner !== station && isAlive(owner))
      return { kind: 'elsewhere', station: owner.name, needsPerson: other.needsPerson };
    const { job, jobRun } = request;
    const needsPerson = false;
    const taken = { station, fence: station.fence, job, jobRun, sent, needsPerson };
    Object.assign(other, { ...taken, changedAt: now() });
    station.changes += 1;
    return { kind: 'adopt', claim: other.claim, task: other.task, from: owner.name };
  };

  const reached = (own: ModelClaim | undefined, { images }: ClaimRequest): ClaimAnswer | null => {
    const open = kept()
      .filter(({ state }) => state === 'open' || state === 'started')
      .filter((one) => one !== own)
      .filter((one) => Math.max(one.station.until, one.changedAt) > now() - GONE);
    if (open.length >= limits.inFlight) return { kind: 'busy' };
    const { imagesPerDay: allowed } = limits;
    if (allowed === null || spent(today(), own) + images <= allowed) return null;
    const verdict = images > allowed ? 'too-low' : 'later';
    const of = { of: 'studio', per: 'day', unit: 'images', currency: 'EUR' } as const;
    return { kind: 'limit', reached: { ...of, verdict, allowed } };
  };

  return {
    claims,
    spent: () => spent(today()),
    enter(id, name) {
      fences += 1;
      const station = stations.get(id) ?? { id, name, fence: 0, until: 0, changes: 0 };
      stations.set(id, station);
      station.fence = fences;
      return leaseOf(station);
    },
    renew(id, { fence, changes }) {
      const station = stationOf(id);
      return station.fence === fence && station.changes >= changes && isAlive(station)
        ? leaseOf(station)
        : null;
    },
    claim(id, sent, request) {
      const { fence } = sent;
      const station = stationOf(id);
      if (station.fence !== fence || !isAlive(station)) return { kind: 'no-lease' };
      const own = ownOf(id, request);
      const { task, images } = request;
      const day = today();
      const isOfRun = (one: ModelClaim) =>
        one.station === station && one.job === request.job && one.jobRun === request.jobRun;
      if (claims.some((one) => isOfRun(one) && isSame(one, request) && isBefore(sent, one.sent)))
        return { kind: 'busy' };
      if (own !== undefined && own.task !== task && !request.settled.includes(own.task)) {
        own.sent = sent;
        station.changes += 1;
        return { kind: 'adopt', claim: own.claim, task: own.task, from: null };
      }
      const run = request.jobRun > 1 ? lastRun(request) + 1 : 1;
      const other =
        own === undefined
          ? kept().find((one) => isSame(one, request) && one.run === run)
          : undefined;
      if (other !== undefined) return taken(station, other, request, sent);
      const refused = reached(own, request);
      if (refused !== null) return refused;
      station.changes += 1;
      const changedAt = now();
      if (own !== undefined) {
        const state = 'open' as const;
        const granted = { fence, state, task, images, day, sent, changedAt, needsPerson: false };
        Object.assign(own, granted);
        return { kind: 'granted', claim: own.claim };
      }
      const claim = claims.length + 1;
      const grant = {
        claim,
        run,
        station,
        fence,
        sent,
        changedAt,
        executions: [],
        needsPerson: false,
      };
      claims.push({ ...request, ...grant, day, state: 'open' });
      return { kind: 'granted', claim };
    },
    report(id, { fence, number }, { claim, state, executions, needsPerson = false }) {
      if (fence === null) fences += 1;
      const station = stationOf(id);
      const sent = { fence: fence === null ? fences : Math.min(fence, station.fence), number };
      const found = claims.find((one) => one.claim === claim);
      if (found?.station.id !== id || found.state === 'released') return false;
      if (!isBefore(found.sent, sent)) return false;
      Object.assign(found, { state, executions, sent, needsPerson, changedAt: now() });
      station.changes += 1;
      return true;
    },
    record(id, purchase) {
      const station = stationOf(id);
      const known = ownOf(id, purchase);
      const isTaken = kept().some(
        (one) => isSame(one, purchase) && one.task === purchase.task && one.station !== station,
      );
      if (known === undefined && isTaken) return null;
      const claim = known?.claim ?? claims.length + 1;
      if (known === undefined) {
        const run = lastRun(purchase) + 1;
        const { fence } = station;
        const sent = { fence, number: 0 };
        claims.push({
          ...purchase,
          claim,
          run,
          station,
          fence,
          sent,
          needsPerson: false,
          changedAt: now(),
        });
      }
      station.changes += 1;
      return { claim, fence: station.fence };
    },
    knows: (id) => stations.has(id),
    save() {
      const saved = structuredClone({ stations, claims, fences });
      return () => {
        stations.clear();
        for (const [id, station] of saved.stations) stations.set(id, station);
        claims.splice(0, Infinity, ...saved.claims);
        fences = saved.fences;
      };
    },
    mine: (id) =>
      kept()
        .filter(({ station }) => station.id === id)
        .map(({ claim, job, jobRun, state, task, images }) => ({
          claim,
          job,
          jobRun,
          state,
          task,
          images,
        })),
  };
}
