import { isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { ownFacts } from '#shared/own.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { OwnCard } from '#shared/views/own.ts';
import type { OwnRow } from '../../adapters/ledger/own.ts';
import { exportCards, importCards } from '../custom-models/card-file.ts';
import { createCustomModel } from '../custom-models/create.ts';
import { deleteCustomModel, forgetCustomModel } from '../custom-models/delete.ts';
import { saveCard, setRelease } from '../custom-models/edit-card.ts';
import { knownCustomModel } from '../custom-models/find.ts';
import { usesOf } from '../custom-models/uses.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { creationsOf, ownCardOf } from './own-cards.ts';

export type OwnDesk = Pick<Desk, 'studio' | 'further'>;

/** The account's own models and scenes with the studio's cards, and what is being made of photos. */
export function ownHandlers(desk: OwnDesk): HandlersOf<'own'> {
  const own = () => desk.studio().own;

  const cardOf = async (row: Outcome<OwnRow>): Promise<Outcome<OwnCard>> =>
    row.ok ? success(await ownCardOf(desk.studio(), row.value)) : row;

  return {
    'own.page': async ({ kind, filter, offset, limit }) => {
      const { ledger } = desk.studio();
      const { total, rows } = ledger.own.page(kind, filter, offset, limit);
      return success({
        total,
        rows: await Promise.all(rows.map((row) => ownCardOf(desk.studio(), row))),
        creations: creationsOf(desk, ledger.creations.shown(kind)),
        inAccount: ledger.own.count(kind),
        most: ownFacts[kind].perAccount,
        ...ledger.own.words(kind),
        ...own().standing(),
      });
    },
    'own.one': ({ kind, id }) => cardOf(knownCustomModel(desk.studio().ledger, kind, id)),
    'own.refresh': () => {
      // what comes of it is in `standing`
      void own().refresh();
      return success(null);
    },
    'own.same-account': () => {
      own().isSameAccount();
      return success(null);
    },
    'own.look': async ({ kind, path }, signal) => {
      const isAddress = isWebAddress(path);
      if (!isAddress && !isAbsolute(path)) return notWhole();
      const looked = await own().look(kind, path, signal);
      if (!looked.ok) return looked;
      if (isAddress) return success({ ...looked.value, pictureId: null });
      const { path: source, sha256, bytes } = looked.value;
      const pictureId = desk.further.know({ source, sha256, bytes });
      return success({ ...looked.value, pictureId });
    },
    'own.create': async ({ name: given, ...request }, signal) => {
      const isWhole = (path: string) => isWebAddress(path) || isAbsolute(path);
      if (!request.photos.every(({ path }) => isWhole(path))) return notWhole();
      const name = given === null || given.trim() === '' ? null : given;
      return createCustomModel(desk.studio(), { ...request, name }, signal);
    },
    'own.again': ({ id }) => own().again(id),
    'own.put-away': ({ id }) => own().putAway(id),
    'own.save-card': (card) => cardOf(saveCard(desk.studio().ledger, card)),
    'own.set-release': async (release, signal) => {
      if (release.path !== null && !isAbsolute(release.path)) return notWhole();
      return cardOf(await setRelease(desk.studio(), release, signal));
    },
    'own.uses': ({ kind, id }) => usesOf(desk.studio().ledger, kind, id),
    'own.delete': (request) => deleteCustomModel(desk.studio(), request),
    'own.forget': ({ kind, id }) => forgetCustomModel(desk.studio().ledger, kind, id),
    'own.export-cards': () => success(exportCards(desk.studio())),
    'own.import-cards': ({ text }) => importCards(desk.studio(), text),
  };
}

function notWhole(): Outcome<never> {
  return failure('path-relative', 'A file is named by its whole path.');
}
