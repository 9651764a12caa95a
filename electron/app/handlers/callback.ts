import { success } from '#shared/problem.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Notifications of the service, as the settings show them. */
export function callbackHandlers(desk: Desk): HandlersOf<'callback'> {
  return {
    'callback.status': () => success(desk.studio().callback.status()),
    'callback.test': async (_, signal) => success(await desk.studio().callback.test(signal)),
  };
}
