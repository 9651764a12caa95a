import { success } from '#shared/problem.ts';
import type { Session } from '../../app/session/session.ts';
import { callbackStatus, testCallback } from '../../app/settings/callback.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for the service's notifications in the settings. */
export function callbackHandlers(session: Pick<Session, 'studio'>): HandlersOf<'callback'> {
  return {
    'callback.status': () => success(callbackStatus(session.studio())),
    'callback.test': async (_, signal) => success(await testCallback(session.studio(), signal)),
  };
}
