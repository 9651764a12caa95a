import { randomBytes } from 'node:crypto';
import { causeText, success } from '#shared/problem.ts';
import type { HolderKind } from '#shared/views/command-line.ts';
import { admitCommand } from '../../app/command-line/handlers.ts';
import type { Session } from '../../app/session/session.ts';
import { settingsWith } from '../../app/command-line/studio-place.ts';
import type { Clock } from '../../base/clock.ts';
import { openControl } from './server.ts';

/**
 * Lets commands use the studio that is open in a window. If the socket cannot be created, logs the problem; commands
 * then find the data folder locked. Returns a function that closes the socket.
 */
export async function openWindowControl(
  session: Session,
  kind: HolderKind,
  clock: Clock,
): Promise<() => Promise<void>> {
  const { dataFolder, preferences, log } = session;
  const inForce = {
    limits: () => preferences.read(),
    askAbove: () => preferences.read().askAbove,
    withSettings: settingsWith(session),
  };
  const control = await openControl({
    folder: dataFolder,
    kind,
    clock,
    secret: randomBytes,
    async admit(link) {
      const studio = await session.ready();
      return studio.ok ? success(admitCommand(studio.value, inForce, link)) : studio;
    },
    onBug: (what, error) =>
      log.note('error', `Something went wrong at "${what}" of a command.`, {
        code: 'internal',
        detail: causeText(error),
      }),
  });
  if (control.ok) return control.value.close;
  log.problem('warn', control.problem);
  return () => Promise.resolve();
}
