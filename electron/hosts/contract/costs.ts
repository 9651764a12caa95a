import { success } from '#shared/problem.ts';
import { costsOf } from '../../app/costs/costs.ts';
import { costFile } from '../../app/costs/files.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers that show costs and export them as a file. */
export function costHandlers(
  session: Pick<Session, 'studio' | 'preferences'>,
): HandlersOf<'costs'> {
  const source = () => ({
    ledger: session.studio().ledger,
    preferences: session.preferences.read(),
  });
  return {
    'costs.get': (asked) => success(costsOf(source(), asked)),
    'costs.file': ({ format, ...asked }) => success(costFile(costsOf(source(), asked), format)),
  };
}
