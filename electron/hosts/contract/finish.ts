import { mapOutcome, success, type Outcome } from '#shared/problem.ts';
import { importPreset } from '../../app/finish/import-preset.ts';
import { listPresets } from '../../app/finish/list-presets.ts';
import { measureFinish, previewFinish } from '../../app/finish/preview.ts';
import { recipesWith } from '../../app/finish/recipes-with.ts';
import { removePreset } from '../../app/finish/remove-preset.ts';
import { savePreset } from '../../app/finish/save-preset.ts';
import type { Session } from '../../app/session/session.ts';
import type { HandlersOf } from './handlers-of.ts';

type FinishSession = Pick<Session, 'dataFolder' | 'touch' | 'studio' | 'access' | 'finishPreviews'>;

/** Handlers for Finish, which makes files for shops. */
export function finishHandlers(session: FinishSession): HandlersOf<'finish'> {
  const { dataFolder, touch } = session;
  const announced = <T>(outcome: Outcome<T>): Outcome<T> => {
    if (outcome.ok) touch('finish');
    return outcome;
  };
  return {
    'finish.presets': async () => success(await listPresets(dataFolder)),
    'finish.used-by': ({ name }) => success(recipesWith(session.studio().ledger, name)),
    'finish.preview': (asked, signal) => previewFinish(session, asked, signal),
    'finish.measure': (asked, signal) => measureFinish(session, asked, signal),
    'finish.import': async ({ text, fileName }) =>
      mapOutcome(announced(await importPreset(dataFolder, text, fileName)), ({ name }) => name),
    'finish.save': async ({ preset, replaces }) =>
      mapOutcome(announced(await savePreset(dataFolder, preset, replaces)), ({ name }) => name),
    'finish.remove': async ({ name }) =>
      mapOutcome(announced(await removePreset(dataFolder, name)), () => null),
  };
}
