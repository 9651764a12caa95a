import { isAbsolute } from 'node:path';
import { isWebAddress } from '#shared/agents/index.ts';
import { ownFacts, type OwnKind } from '#shared/own.ts';
import { failure, success, type Outcome } from '#shared/problem.ts';
import type { OwnCard } from '#shared/views/own.ts';
import type { KeptRelease, OwnRepository, OwnRow } from '../../adapters/ledger/own.ts';
import type { Desk } from './desk.ts';
import type { HandlersOf } from './handlers-of.ts';
import { creationsOf, ownCardOf } from './own-cards.ts';
import { exportCards, importCards } from './own-files.ts';
import { readNotes } from './own-notes.ts';
import { copyRelease } from './own-release.ts';
import { deleteOwn, ownUsesOf } from './own-uses.ts';

export type OwnDesk = Pick<Desk, 'studio' | 'dataFolder' | 'further'>;

/** The account's own models and scenes with the studio's cards, and what is being made of photos. */
export function ownHandlers(desk: OwnDesk): HandlersOf<'own'> {
  const own = () => desk.studio().own;
  const repository = () => desk.studio().ledger.own;

  const card = async (row: OwnRow): Promise<Outcome<OwnCard>> =>
    success(await ownCardOf(desk, row));

  return {
    'own.page': async ({ kind, filter, offset, limit }) => {
      const { ledger } = desk.studio();
      const { total, rows } = ledger.own.page(kind, filter, offset, limit);
      return success({
        total,
        rows: await Promise.all(rows.map((row) => ownCardOf(desk, row))),
        creations: creationsOf(desk, ledger.creations.shown(kind)),
        inAccount: ledger.own.count(kind),
        most: ownFacts[kind].perAccount,
        ...ledger.own.words(kind),
        ...own().standing(),
      });
    },
    'own.one': ({ kind, id }) => {
      const row = shown(repository(), kind, id);
      return row === undefined ? unknown() : card(row);
    },
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
    'own.create': async ({ kind, name, photos }, signal) => {
      if (!photos.every(({ path }) => isWebAddress(path) || isAbsolute(path))) return notWhole();
      const named = name === null || name.trim() === '' ? null : name;
      const created = await own().create(kind, named, photos, signal);
      return created.ok ? success({ creationId: created.value }) : created;
    },
    'own.again': ({ id }) => own().again(id),
    'own.put-away': ({ id }) => own().putAway(id),
    'own.save-card': ({ kind, id, revision, notes: given }) => {
      if (shown(repository(), kind, id) === undefined) return unknown();
      const notes = readNotes(given);
      if (!notes.ok) return notes;
      const row = repository().saveNotes(kind, id, revision, notes.value);
      return row === undefined ? editedElsewhere() : card(row);
    },
    'own.set-release': async ({ kind, id, path }, signal) => {
      if (shown(repository(), kind, id) === undefined) return unknown();
      if (path !== null && !isAbsolute(path)) return notWhole();
      const kept: Outcome<KeptRelease | null> =
        path === null ? success(null) : await copyRelease(desk, path, signal);
      if (!kept.ok) return kept;
      const row = shown(repository(), kind, id) && repository().setRelease(kind, id, kept.value);
      return row === undefined ? unknown() : card(row);
    },
    'own.uses': ({ kind, id }) => {
      const { ledger } = desk.studio();
      return shown(ledger.own, kind, id) === undefined
        ? unknown()
        : success(ownUsesOf(ledger, kind, id));
    },
    'own.delete': async ({ kind, id, seen }) => {
      const row = repository().get(kind, id);
      if (row?.presence === 'deleting') return success(null);
      if (row?.presence !== 'there') return unknown();
      return deleteOwn(desk.studio(), row, seen);
    },
    'own.forget': ({ kind, id }) => {
      const row = shown(repository(), kind, id);
      if (row === undefined) return unknown();
      if (row.presence !== 'gone') return notGone(row);
      repository().deleted(kind, id);
      return success(null);
    },
    'own.export-cards': () => success(exportCards(desk)),
    'own.import-cards': ({ text }) => importCards(desk, text),
  };
}

/** One that is in a list: not one that was deleted here. */
function shown(repository: OwnRepository, kind: OwnKind, id: number): OwnRow | undefined {
  const row = repository.get(kind, id);
  return row?.presence === 'deleted' ? undefined : row;
}

function unknown(): Outcome<never> {
  return failure(
    'own-unknown',
    'This model or scene is not in the account, or not any more. Nothing was changed.',
  );
}

function notGone({ kind, localName, name }: OwnRow): Outcome<never> {
  const about = localName ?? name;
  return failure(
    'own-still-in-account',
    `The ${kind} "${about}" is in the account still. Delete it there; its card is taken off with it.`,
    { about },
  );
}

function notWhole(): Outcome<never> {
  return failure('path-relative', 'A file is named by its whole path.');
}

function editedElsewhere(): Outcome<never> {
  return failure(
    'edited-elsewhere',
    'This card was changed in another window meanwhile. Nothing was saved here; look at the other change, then save again.',
  );
}
