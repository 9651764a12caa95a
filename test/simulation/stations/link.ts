import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { noLimits } from '#shared/spending-limits.ts';
import type { ClaimAnswer, SharedStudio } from '#electron/adapters/shared-studio/types.ts';
import type { Life } from '../time.ts';
import type { World } from '../world.ts';
import type { ModelStudio } from './model.ts';

/**
 * Durations of freezes in ms: one shorter than a lease, and two longer than a lease and the doubt window together.
 */
const FREEZES = [20_000, 20 * 60_000, 60 * 60_000] as const;

/** A period in which the database cannot be reached. */
export interface Away {
  readonly from: number;
  readonly to: number;
}

interface Place {
  readonly studio: ModelStudio;
  readonly station: string;
  readonly away: readonly Away[];
  readonly mayClaim: () => boolean;
  /** Called when a new lease was requested at this time, and the answer has arrived. */
  readonly onEnter: (at: number) => void;
}

/**
 * Connects one life of a station to the model studio. Statements take time. A statement may be lost before the
 * database has committed it, or its answer may be lost afterwards.
 */
export function linkTo(
  { time, chance }: World,
  life: Life,
  { studio, station, away, mayClaim, onEnter }: Place,
): SharedStudio {
  const isAway = () => away.some(({ from, to }) => time.now() >= from && time.now() < to);
  const delay = () =>
    chance.between('statement', 1, chance.strikes('statement slow', '') ? 5000 : 20);

  const ask = <T>(statement: () => T): Promise<Outcome<T>> =>
    new Promise((resolve) => {
      const lost = () => time.after(delay(), life, () => resolve(failure('studio-unreachable')));
      if (isAway() || chance.strikes('statement lost', '')) return void lost();
      // a statement that was sent reaches the database even if the station is killed or stopped
      time.after(delay(), null, () => {
        if (isAway()) return void lost();
        const answer = statement();
        if (chance.strikes('commit unconfirmed', '')) return void lost();
        time.after(delay(), life, () => resolve(success(answer)));
      });
    });

  // the order in which this life sends its statements
  let entered: number | null = null;
  let sent = 0;
  const next = () => (sent += 1);

  return {
    check: () => ask(() => undefined),
    now: () => ask(() => time.now()),
    async enter(name) {
      const asked = time.now();
      const lease = await ask(() => studio.enter(station, name));
      if (!lease.ok) return lease;
      entered = lease.value.fence;
      onEnter(asked);
      return lease;
    },
    renew: (lease) => ask(() => studio.renew(station, lease)),
    claim(request, { fence }) {
      if (!mayClaim()) return Promise.resolve(failure('studio-unreachable'));
      const freezes = chance.strikes('frozen at a claim', '');
      // freezes either before the answer arrives, or while the connection to the service is opened
      const isBefore = chance.number('frozen at') < 0.5;
      // freezes a station only if its claim was granted, because other stations wait for its purchase
      const freeze = ({ kind }: ClaimAnswer) => {
        if (!freezes || kind !== 'granted') return;
        life.stoppedUntil = time.now() + chance.pick('frozen for', FREEZES);
      };
      const number = next();
      const asked = ask(() => {
        const answer = studio.claim(station, { fence, number }, request);
        if (isBefore) freeze(answer);
        return answer;
      });
      if (isBefore) return asked;
      return asked.then((answer) => {
        if (answer.ok) freeze(answer.value);
        return answer;
      });
    },
    report(claim) {
      const order = { fence: entered, number: next() };
      return ask(() => studio.report(station, order, claim));
    },
    record: (purchase) => ask(() => studio.record(station, purchase)),
    mine: () => ask(() => studio.mine(station)),
    close: () => Promise.resolve(),
    about: () => ask(() => simulatedStudio),
    knowsAccount: () => ask(() => true),
    status: notSimulated,
    leave: notSimulated,
    abandon: notSimulated,
    get documents() {
      return notSimulated();
    },
    get work() {
      return notSimulated();
    },
  };
}

/** Only the id and the name are used. */
const simulatedStudio = {
  id: 'studio',
  name: 'Studio',
  service: 'demo',
  inFlight: 1,
  requestsPerSecond: 100,
  currency: 'EUR',
  timeZone: 'UTC',
  ...noLimits,
};

const notSimulated = (): never => {
  throw new Error('The simulation has no such function.');
};
