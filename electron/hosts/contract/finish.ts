import { success } from '#shared/problem.ts';
import { listPresets } from '../../app/finish/list-presets.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for Finish, which makes files for shops. */
export function finishHandlers({ dataFolder }: Pick<Session, 'dataFolder'>): HandlersOf<'finish'> {
  return {
    'finish.presets': async () => success(await listPresets(dataFolder)),
  };
}
