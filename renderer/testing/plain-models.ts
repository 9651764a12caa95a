import { failure } from '#shared/page-failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { customModelFacts, type CustomModelKind } from '#shared/custom-models.ts';
import type {
  EarlierCreation,
  CustomModelCard,
  CustomModelCreation,
  CustomModelFilter,
  CustomModelPhoto,
} from '#shared/views/custom-models.ts';
import { plainHost } from './plain-studio.ts';
import type { Answers, Stage } from './stage.ts';

/** Returns a ready model or scene of the account, with the changes that a test needs. */
export function customModelCard(id: number, some: Partial<CustomModelCard> = {}): CustomModelCard {
  const serviceName = `Studio ${some.kind ?? 'model'} ${id}`;
  return {
    kind: 'model',
    id,
    name: some.localName ?? serviceName,
    serviceName,
    localName: null,
    status: 'complete',
    presence: 'there',
    isMadeHere: false,
    photos: 1,
    hasCover: false,
    knownSince: 0,
    release: null,
    releaseStatus: 'none',
    expires: null,
    notes: '',
    tags: [],
    clients: [],
    folders: [],
    revision: 0,
    problem: null,
    ...some,
  };
}

/** Returns a photo for a model or scene, with the result of the studio's check. */
export function customModelPhoto(
  path: string,
  some: Partial<CustomModelPhoto> = {},
): CustomModelPhoto {
  return {
    path,
    sha256: contentOf(path),
    name: path.split('/').at(-1) ?? path,
    pictureId: 1,
    width: 1200,
    height: 1600,
    bytes: 900_000,
    copy: { width: 1200, height: 1600, bytes: 900_000, format: 'jpeg' },
    problem: null,
    ...some,
  };
}

/** Returns a hash that stands for the content of a photo; each path has a different one. */
function contentOf(path: string): string {
  const bytes = Array.from(new TextEncoder().encode(path), (byte) => byte.toString(16));
  return bytes.join('').padEnd(64, '0').slice(-64);
}

/** The models and scenes of an account, and the files that the user chooses in the system's file dialog. */
export interface Account {
  readonly cards?: readonly CustomModelCard[];
  readonly creations?: readonly CustomModelCreation[];
  /** Number of models and scenes that the account reports, if it differs from the list. */
  readonly inAccount?: number;
  /** The photos that the user chooses, one array per dialog. */
  readonly chosen?: readonly (readonly string[])[];
  readonly look?: (path: string) => Partial<CustomModelPhoto>;
  /** The model or scene that was created earlier from the same photos. */
  readonly earlier?: EarlierCreation;
}

/** A studio that answers the requests of Models & scenes, with data that a test can change while the screen is open. */
export interface PlainAccount {
  readonly answers: Answers;
  /** Sets the account's cards and reports the change. */
  set(cards: readonly CustomModelCard[], creations?: readonly CustomModelCreation[]): void;
}

/**
 * Creates a studio for an account with models and scenes. Saves and deletes cards, removes cards from the list, and
 * starts creations.
 */
export function plainAccount(account: Account, told: () => Stage): PlainAccount {
  let { cards = [], creations = [] } = account;
  const choices = [...(account.chosen ?? [])];
  const set: PlainAccount['set'] = (nextCards, nextCreations = []) => {
    cards = nextCards;
    creations = nextCreations;
    told().tell('custom-models');
  };
  const find = (kind: CustomModelKind, id: number): Outcome<CustomModelCard> => {
    const card = cards.find((one) => one.kind === kind && one.id === id);
    return card === undefined
      ? failure({ code: 'own-unknown', message: 'It is not known.' })
      : success(card);
  };
  const without = (id: number) => cards.filter((card) => card.id !== id);
  return {
    set,
    answers: {
      'host.info': () => success({ ...plainHost, kind: 'desktop', hasDialogs: true }),
      'host.choose-photos': () => success(choices.shift() ?? []),
      'custom-models.page': ({ kind, filter, offset, limit }) => {
        const ofKind = cards.filter((card) => card.kind === kind);
        const listed = ofKind.filter((card) => isShown(card, filter));
        return success({
          total: listed.length,
          rows: listed.slice(offset, offset + limit),
          creations: creations.filter((one) => one.kind === kind),
          inAccount: account.inAccount ?? ofKind.length,
          most: customModelFacts[kind].perAccount,
          tags: [...new Set(ofKind.flatMap(({ tags }) => tags))],
          clients: [],
          isRefreshing: false,
          refreshedAt: 0,
          problem: null,
        });
      },
      'custom-models.one': ({ kind, id }) => find(kind, id),
      'custom-models.uses': () =>
        success({
          recipes: [],
          hotFolders: [],
          waiting: 0,
          running: [],
          delivered: 0,
          seen: 'none',
        }),
      'custom-models.save-card': ({ kind, id, notes }) => {
        const before = find(kind, id);
        if (!before.ok) return before;
        const { revision, serviceName } = before.value;
        const saved = {
          ...before.value,
          ...notes,
          name: notes.localName ?? serviceName,
          revision: revision + 1,
        };
        set(
          cards.map((card) => (card.id === id ? saved : card)),
          creations,
        );
        return success(saved);
      },
      'custom-models.look': ({ path }) => success(customModelPhoto(path, account.look?.(path))),
      'custom-models.create': ({ seen }) => {
        const { earlier } = account;
        return success(
          earlier === undefined || seen >= earlier.creationId ? { creationId: 1 } : { earlier },
        );
      },
      'custom-models.again': () => success(null),
      'custom-models.put-away': ({ id }) => {
        set(
          cards,
          creations.filter((one) => one.id !== id),
        );
        return success(null);
      },
      'custom-models.refresh': () => success(null),
      'custom-models.forget': ({ id }) => {
        set(without(id), creations);
        return success(null);
      },
    },
  };
}

function isShown(
  { name, tags, status, presence }: CustomModelCard,
  { text = '', tag, show }: CustomModelFilter,
) {
  const needsLook = status === 'failed' || presence === 'gone';
  return (
    name.toLowerCase().includes(text) &&
    (tag === undefined || tags.includes(tag)) &&
    (show !== 'attention' || needsLook)
  );
}
