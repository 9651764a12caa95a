import type { Studio } from '../../studio.ts';
import { anywhere, settingsOf } from '../settings/transfer.ts';
import type { ChangeSession } from '../settings/change.ts';
import type { CommandPlace } from './place.ts';

/** What is in force where a studio is open. */
export interface InForce extends Pick<CommandPlace, 'askAbove' | 'withSettings'> {
  /** Generated images a day over all folders; null for no limit. */
  readonly imagesPerDay: () => number | null;
}

/** Returns the place that does the work of a command in the studio that is open. */
export function studioPlace(studio: Studio, inForce: InForce): CommandPlace {
  const { service, access, dataFolder, fetch, place, ledger } = studio;
  return {
    access,
    askAbove: inForce.askAbove,
    withStudio: (work) => work({ studio, isOwn: false }),
    withTools: (work) =>
      work({
        service,
        access,
        dataFolder,
        delivery: { fetch, place },
        withModels: (read) => read(ledger),
      }),
    withLedger: (work) => work(studio),
    withCards: (_use, work) => Promise.resolve(work(studio)),
    withSettings: inForce.withSettings,
  };
}

/** Returns the way to the settings of a window, which works with them at once. */
export function settingsWith(session: ChangeSession): CommandPlace['withSettings'] {
  return async (work) => {
    const studio = await session.ready();
    return studio.ok ? work(settingsOf(session, studio.value, anywhere)) : studio;
  };
}
