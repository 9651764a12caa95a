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

/** The account's custom models and scenes with the studio's cards, and what is being made of photos. */
export function ownHandlers(session: Pick<Session, 'studio' | 'further'>): HandlersOf<'own'> {
  const studio = () => session.studio();
  return {
    'own.page': async (asked) => success(await customModelPage(session, asked)),
    'own.one': (which) => customModelCard(studio(), which),
    'own.refresh': () => finished(refreshCustomModels(studio())),
    'own.same-account': () => finished(confirmSameAccount(studio())),
    'own.look': (asked, signal) => lookAtPhoto(session, asked, signal),
    'own.create': (asked, signal) => createCustomModel(studio(), asked, signal),
    'own.again': ({ id }) => retryCreation(studio(), id),
    'own.put-away': ({ id }) => dismissCreation(studio(), id),
    'own.save-card': (card) => cardAfter(studio(), saveCard(studio().ledger, card)),
    'own.set-release': async (release, signal) =>
      cardAfter(studio(), await setRelease(studio(), release, signal)),
    'own.uses': ({ kind, id }) => usesOf(studio().ledger, kind, id),
    'own.delete': (asked) => deleteCustomModel(studio(), asked),
    'own.forget': ({ kind, id }) => forgetCustomModel(studio().ledger, kind, id),
    'own.export-cards': () => success(exportCards(studio())),
    'own.import-cards': ({ text }) => importCards(studio(), text),
  };
}
