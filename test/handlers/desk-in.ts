import { openDesk, type Desk, type DeskOptions } from '#electron/app/handlers/desk.ts';
import { sessionSecrets } from '#electron/adapters/settings/secrets.ts';
import { valueOf } from '../fixtures/values.ts';
import { accessIn } from '../fixtures/permitted.ts';

/** Opens the desk of a data folder, in the demo unless a service is given. It may be stopped twice. */
export async function deskIn(dataFolder: string, more: Partial<DeskOptions> = {}): Promise<Desk> {
  const access = accessIn(dataFolder);
  const usual = { dataFolder, access, service: null, secrets: sessionSecrets(), env: {} };
  return valueOf(await openDesk({ ...usual, ...more }));
}
