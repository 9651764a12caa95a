import { success } from '#shared/problem.ts';
import { exportCards, importCards } from '../../app/custom-models/card-file.ts';
import { createCustomModel } from '../../app/custom-models/create.ts';
import { dismissCreation, retryCreation } from '../../app/custom-models/creations.ts';
import { deleteCustomModel, forgetCustomModel } from '../../app/custom-models/delete.ts';
import { saveCard, setRelease } from '../../app/custom-models/edit-card.ts';
import { lookAtPhoto } from '../../app/custom-models/look.ts';
import { cardAfter, customModelCard, customModelPage } from '../../app/custom-models/page.ts';
import { confirmSameAccount, refreshCustomModels } from '../../app/custom-models/refresh.ts';
import { usesOf } from '../../app/custom-models/uses.ts';
import type { Session } from '../../app/session/session.ts';
import { finished } from './answer.ts';
import type { HandlersOf } from './handlers-of.ts';

/** Handlers for custom models and scenes of the account, their cards, and unfinished creations. */
export function customModelHandlers(
  session: Pick<Session, 'studio' | 'further'>,
): HandlersOf<'custom-models'> {
  const studio = () => session.studio();
  return {
    'custom-models.page': async (asked) => success(await customModelPage(session, asked)),
    'custom-models.one': (which) => customModelCard(studio(), which),
    'custom-models.refresh': () => finished(refreshCustomModels(studio())),
    'custom-models.same-account': () => finished(confirmSameAccount(studio())),
    'custom-models.look': (asked, signal) => lookAtPhoto(session, asked, signal),
    'custom-models.create': (asked, signal) => createCustomModel(studio(), asked, signal),
    'custom-models.again': ({ id }) => retryCreation(studio(), id),
    'custom-models.put-away': ({ id }) => dismissCreation(studio(), id),
    'custom-models.save-card': (card) => cardAfter(studio(), saveCard(studio().ledger, card)),
    'custom-models.set-release': async (release, signal) =>
      cardAfter(studio(), await setRelease(studio(), release, signal)),
    'custom-models.uses': ({ kind, id }) => usesOf(studio().ledger, kind, id),
    'custom-models.delete': (asked) => deleteCustomModel(studio(), asked),
    'custom-models.forget': ({ kind, id }) => forgetCustomModel(studio().ledger, kind, id),
    'custom-models.export-cards': () => success(exportCards(studio())),
    'custom-models.import-cards': ({ text }) => importCards(studio(), text),
  };
}
