import { success } from '#shared/problem.ts';
import type { Session } from '../../app/session/session.ts';
import { keepVersion, studioConflicts } from '../../app/shared-studio/conflicts.ts';
import { answerHeldElsewhere, heldElsewhere } from '../../app/shared-studio/held-elsewhere.ts';
import { joinFromWindow } from '../../app/shared-studio/join.ts';
import { leaveFromWindow } from '../../app/shared-studio/leave.ts';
import { changeRootFromWindow } from '../../app/shared-studio/roots.ts';
import { membershipOf, stationsForWindow } from '../../app/shared-studio/status.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for this computer as a station of a shared studio. They accept a password but never return one. */
export function stationHandlers(
  session: Pick<Session, 'studio' | 'reopen' | 'log' | 'access' | 'service' | 'keyFor'>,
): HandlersOf<'stations'> {
  return {
    'stations.membership': () => success(membershipOf(session)),
    'stations.all': () => stationsForWindow(session),
    'stations.conflicts': () => success(studioConflicts(session.studio().ledger)),
    'stations.keep-version': (choice) => keepVersion(session.studio().ledger, choice),
    'stations.held': () => success(heldElsewhere(session.studio().ledger)),
    'stations.answer-held': (given) => answerHeldElsewhere(session.studio().ledger, given),
    'stations.join': (draft) => joinFromWindow(session, draft),
    'stations.leave': () => leaveFromWindow(session),
    'stations.set-root': (root) => changeRootFromWindow(session, root),
  };
}
