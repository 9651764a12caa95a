import { success } from '#shared/problem.ts';
import type { Session } from '../../app/session/session.ts';
import { diagnostics, logPage } from '../../app/session/diagnostics.ts';
import type { HandlersOf } from './handlers-of.ts';
import type { Host } from './host.ts';

/** Handlers for the log on screen and the diagnostics for support. */
export function logHandlers(
  session: Session,
  { info }: Host,
): HandlersOf<'log'> & HandlersOf<'diagnostics'> {
  return {
    'log.page': (asked) => success(logPage(session, asked)),
    'diagnostics.get': () => success(diagnostics(session, info)),
  };
}
