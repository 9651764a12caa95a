import type { World } from '../world.ts';
import type { ModelLimits, ModelStudio } from './model.ts';
import type { Shared, SimulatedStation } from './station.ts';

/** A model studio that checks after each granted claim that its limits are kept. */
export interface WatchedStudio extends ModelStudio {
  /** Number of claims that a station has adopted. */
  readonly adopted: number;
}

/** Longest time in ms for which an execution may run after the lease has ended under which it was requested. */
const LONGEST = 60 * 60_000;

export function watchedStudio(
  studio: ModelStudio,
  { inFlight, imagesPerDay }: ModelLimits,
  { breach, time }: Pick<World, 'breach' | 'time'>,
): WatchedStudio {
  let adopted = 0;
  return {
    ...studio,
    get adopted() {
      return adopted;
    },
    claim(station, sent, request) {
      const answer = studio.claim(station, sent, request);
      if (answer.kind === 'adopt') adopted += 1;
      if (answer.kind !== 'granted') return answer;
      const open = studio.claims.filter(
        ({ state, station: { until } }) =>
          (state === 'open' || state === 'started') && until > time.now() - LONGEST,
      );
      if (open.length > inFlight)
        breach(`${open.length} claims are open, the limit is ${inFlight}`);
      const spent = studio.spent();
      if (imagesPerDay !== null && spent > imagesPerDay) {
        breach(`${spent} images are reserved today, the limit is ${imagesPerDay}`);
      }
      return answer;
    },
  };
}

/** Codes of the problems with which a job ends if a fault has kept its photo from being bought. */
const OF_FAULTS = /^(?:execution-unknown|service-.+|photo-damaged|file-missing)$/u;

/**
 * Returns the promises that are broken at the end of a run. A photo that appears from `certainFrom` on must be bought,
 * because no faults occur any more; any other photo must be bought unless a fault has prevented it.
 */
export function breachesOf(
  { service, photos }: Shared,
  stations: readonly SimulatedStation[],
  certainFrom: number,
): string[] {
  const jobs = stations.flatMap((station) => station.jobs());
  return photos.flatMap(({ who, content, comesAt }) => {
    const bought = service.records.filter((one) => one.photo === who).length;
    if (bought > 1) return [`${who} was bought ${bought} times`];
    const ofPhoto = jobs.filter((job) => job.who === content);
    const isElsewhere = (code: string | null) =>
      code === 'bought-elsewhere' || code === 'claimed-elsewhere';
    // at least one station must have a job for the photo that does not refer to another station
    const answered = ofPhoto.filter(({ code }) => !isElsewhere(code));
    if (answered.length === 0) return [`${who} is lost: ${JSON.stringify(ofPhoto)}`];
    const isPrevented =
      comesAt < certainFrom && answered.every(({ code }) => OF_FAULTS.test(code ?? ''));
    if (bought === 1 || isPrevented) return [];
    return [`${who} was not bought: ${JSON.stringify(ofPhoto)}`];
  });
}
