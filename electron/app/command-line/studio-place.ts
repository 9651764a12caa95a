import type { SpendingLimits } from '#shared/spending-limits.ts';
import { success } from '#shared/problem.ts';
import type { Studio } from '../../studio.ts';
import { anywhere, settingsOf } from '../settings/transfer.ts';
import type { ChangeSession } from '../settings/change.ts';
import type { CommandPlace } from './place.ts';

/** The limits and settings that are in force in an open studio. */
export interface InForce extends Pick<CommandPlace, 'askAbove' | 'withSettings'> {
  /** The limits of the studio. */
  readonly limits: () => SpendingLimits;
}

/** Returns the `CommandPlace` of a command that runs in the open studio. */
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
        hotFolders: () => Promise.resolve(success(ledger.hotFolders.paths())),
      }),
    withLedger: (work) => work(studio),
    withCards: (_use, work) => Promise.resolve(work(studio)),
    withSettings: inForce.withSettings,
  };
}

/** Returns access to the settings of a window; the window applies changes immediately. */
export function settingsWith(session: ChangeSession): CommandPlace['withSettings'] {
  return async (work) => {
    const studio = await session.ready();
    return studio.ok ? work(settingsOf(session, studio.value, anywhere)) : studio;
  };
}
