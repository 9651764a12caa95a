import { openSession, type Session, type SessionOptions } from '#electron/app/session/session.ts';
import { sessionSecrets } from '#electron/adapters/settings/secrets.ts';
import { valueOf } from '../fixtures/values.ts';
import { accessIn } from '../fixtures/permitted.ts';

/** Opens the session of a data folder, by default with the demo. The session may be stopped twice. */
export async function sessionIn(
  dataFolder: string,
  more: Partial<SessionOptions> = {},
): Promise<Session> {
  const access = accessIn(dataFolder);
  const usual = { dataFolder, access, service: null, secrets: sessionSecrets(), env: {} };
  return valueOf(await openSession({ ...usual, ...more }));
}
