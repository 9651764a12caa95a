import { failure, problemOf } from '#shared/failure.ts';
import * as v from 'valibot';
import { customModelFacts, customModelKinds, type CustomModelKind } from '#shared/custom-models.ts';
import { parseJson } from '#shared/json.ts';
import { causeText, success, type Outcome, type Problem } from '#shared/problem.ts';
import type { ImportedCards, CustomModelNotes } from '#shared/views/custom-models.ts';
import {
  cardFields,
  mostCardFolders,
  readNotes,
  releaseFields,
} from '../../adapters/ledger/card-notes.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';
import type { KeptRelease, CustomModelRow } from '../../adapters/ledger/custom-models.ts';
import { originOf } from '../../adapters/ledger/owner.ts';
import type { Studio } from '../../studio.ts';
import { releasePath } from './release.ts';

/** Version of the file format. Must be increased when older versions of Darkslide can no longer read the file. */
const VERSION = 1;

/** A card in a file, identified by the service's id; `serviceName` is only for people who read the file. */
const cardSchema = v.strictObject({
  ...cardFields,
  serviceName: v.string(),
  folders: v.pipe(v.array(v.string()), v.maxLength(mostCardFolders)),
  release: v.nullable(
    v.strictObject({
      ...releaseFields,
      /** Path of the copy; only for people who read the file. */
      path: v.string(),
    }),
  ),
});
type Card = v.InferOutput<typeof cardSchema>;

const headSchema = v.object({
  darkslideCards: v.number(),
  service: v.string(),
  cards: v.unknown(),
});
const cardsSchema = v.pipe(
  v.array(cardSchema),
  v.maxLength(2 * Math.max(customModelFacts.model.perAccount, customModelFacts.scene.perAccount)),
);

/** The parts that reading and writing cards needs: those of an open studio, or those that a command opens. */
export type CardPlace = Pick<Studio, 'dataFolder' | 'ledger' | 'isDemo' | 'serviceUrl'>;

/** Returns all cards of the account as the text of a file, ordered by the service's ids. */
export function exportCards(place: CardPlace): string {
  const { customModels } = place.ledger;
  return fileOf(
    place,
    customModelKinds.flatMap((kind) => customModels.all(kind)),
  );
}

function fileOf(place: CardPlace, rows: readonly CustomModelRow[]): string {
  const cards = rows.map((row) => cardOf(place, row));
  return `${JSON.stringify({ darkslideCards: VERSION, service: serviceOf(place), cards }, null, 2)}\n`;
}

function cardOf(place: CardPlace, row: CustomModelRow): Card {
  const { kind, id, name, localName, notes, tags, expires, clients, folders, release } = row;
  return {
    kind,
    id,
    serviceName: name,
    localName,
    notes,
    tags: [...tags],
    expires,
    clients: [...clients],
    folders: [...folders],
    release: release === null ? null : releaseIn(place, release),
  };
}

function releaseIn(place: CardPlace, { sha256, name, bytes }: KeptRelease): Card['release'] {
  return { sha256, name, bytes, path: releasePath(place, { sha256, name }) };
}

/**
 * Returns the origin of the service to which the ids belong. For the demo, whose address changes each time it starts,
 * returns a fixed text.
 */
function serviceOf({ isDemo, serviceUrl }: CardPlace): string {
  return originOf(isDemo ? null : serviceUrl);
}

/**
 * Replaces the cards with those in a file, either all or none. Models that the account does not have are listed and
 * skipped; a release without a local copy is still recorded. Problem: own-cards-invalid.
 */
export function importCards(place: CardPlace, text: string): Outcome<ImportedCards> {
  const read = readFile(text, serviceOf(place));
  if (!read.ok) return read;
  const { ledger } = place;
  return success(ledger.transaction(() => write(place, ledger, read.value)));
}

interface ReadCard {
  readonly kind: CustomModelKind;
  readonly id: number;
  readonly called: string;
  readonly notes: CustomModelNotes;
  readonly release: Card['release'];
}

function write(
  place: CardPlace,
  { customModels }: Ledger,
  cards: readonly ReadCard[],
): ImportedCards {
  const before: CustomModelRow[] = [];
  const unknown: string[] = [];
  let same = 0;
  for (const { kind, id, called, notes, release } of cards) {
    const row = customModels.get(kind, id);
    if (row === undefined || row.presence === 'deleted') {
      unknown.push(called);
      continue;
    }
    const kept = release === null ? null : keptIn(place, release);
    const hasNotes = isSame(notesOf(row), notes);
    const hasRelease = row.release?.sha256 === kept?.sha256 && row.release?.name === kept?.name;
    if (hasNotes && hasRelease) {
      same += 1;
      continue;
    }
    before.push(row);
    if (!hasNotes) customModels.saveNotes(kind, id, row.revision, notes);
    if (!hasRelease) customModels.setRelease(kind, id, kept);
  }
  return { changed: before.length, same, unknown, before: fileOf(place, before) };
}

function keptIn(
  place: CardPlace,
  { sha256, name, bytes }: NonNullable<Card['release']>,
): KeptRelease {
  return { file: releasePath(place, { sha256, name }), sha256, name, bytes };
}

function notesOf({
  localName,
  notes,
  tags,
  expires,
  clients,
  folders,
}: CustomModelNotes): CustomModelNotes {
  return { localName, notes, tags, expires, clients, folders };
}

function isSame(one: CustomModelNotes, other: CustomModelNotes): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readFile(text: string, service: string): Outcome<readonly ReadCard[]> {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    return invalid(
      problemOf('own-cards-invalid.foreign', {}, { detail: causeText(error) }),
      'JSON',
    );
  }
  const head = v.safeParse(headSchema, json);
  if (!head.success) return invalid(problemOf('own-cards-invalid.foreign'), 'darkslideCards');
  const { darkslideCards, service: other, cards } = head.output;
  if (darkslideCards !== VERSION) {
    return invalid(problemOf('own-cards-invalid.newer'), String(darkslideCards));
  }
  if (other !== service) {
    return invalid(problemOf('own-cards-invalid.service', { theirs: other, ours: service }), other);
  }
  const parsed = v.safeParse(cardsSchema, cards);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const where = v.getDotPath(issue) ?? '';
    return invalid(
      problemOf('own-cards-invalid.card', { where }, { detail: issue.message }),
      where,
    );
  }
  return readCards(parsed.output);
}

function readCards(cards: readonly Card[]): Outcome<readonly ReadCard[]> {
  const read: ReadCard[] = [];
  const known = new Set<string>();
  for (const { kind, id, serviceName, release, ...given } of cards) {
    const called =
      [given.localName, serviceName, String(id)].find((name) => name !== null && name !== '') ?? '';
    if (known.has(`${kind} ${id}`)) {
      return invalid(problemOf('own-cards-invalid.twice', { kind, id }), called);
    }
    known.add(`${kind} ${id}`);
    const notes = readNotes(given);
    if (!notes.ok) {
      const values = { kind, name: called, why: notes.problem };
      return invalid(problemOf('own-cards-invalid.notes', values), called);
    }
    read.push({ kind, id, called, notes: notes.value, release });
  }
  return success(read);
}

function invalid(problem: Problem, about: string): Outcome<never> {
  return failure({ ...problem, about: about.slice(0, 200) });
}
