import { failure, success, type Outcome } from '#shared/problem.ts';
import { ownFacts, type OwnKind } from '#shared/own.ts';
import type {
  EarlierCreation,
  OwnCard,
  OwnCreation,
  OwnFilter,
  OwnPhoto,
} from '#shared/views/own.ts';
import { plainHost } from './plain-studio.ts';
import type { Answers, Stage } from './stage.ts';

/** A model or scene of the account that is ready, with what a test changes of it. */
export function ownCard(id: number, some: Partial<OwnCard> = {}): OwnCard {
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
    releaseStanding: 'none',
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

/** A photo that a model or scene is to be made of, as the studio has looked at it. */
export function ownPhoto(path: string, some: Partial<OwnPhoto> = {}): OwnPhoto {
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

/** The content of a photo, as another one at each path. */
function contentOf(path: string): string {
  const bytes = Array.from(new TextEncoder().encode(path), (byte) => byte.toString(16));
  return bytes.join('').padEnd(64, '0').slice(-64);
}

/** What an account holds, and what the system's dialog for photos answers. */
export interface Account {
  readonly cards?: readonly OwnCard[];
  readonly creations?: readonly OwnCreation[];
  /** How many it holds, where that is not what is listed. */
  readonly inAccount?: number;
  /** The photos that are chosen, one choice after the other. */
  readonly chosen?: readonly (readonly string[])[];
  readonly look?: (path: string) => Partial<OwnPhoto>;
  /** What the photos came to before. */
  readonly earlier?: EarlierCreation;
}

/** The channels of the room of models and scenes, over what a test can change meanwhile. */
export interface PlainAccount {
  readonly answers: Answers;
  /** Makes it the account's, and says so. */
  set(cards: readonly OwnCard[], creations?: readonly OwnCreation[]): void;
}

/** An account of models and scenes: cards are saved, deleted and forgotten, and creations begun. */
export function plainAccount(account: Account, told: () => Stage): PlainAccount {
  let { cards = [], creations = [] } = account;
  const choices = [...(account.chosen ?? [])];
  const set: PlainAccount['set'] = (nextCards, nextCreations = []) => {
    cards = nextCards;
    creations = nextCreations;
    told().tell('own');
  };
  const find = (kind: OwnKind, id: number): Outcome<OwnCard> => {
    const card = cards.find((one) => one.kind === kind && one.id === id);
    return card === undefined ? failure('own-unknown', 'It is not known.') : success(card);
  };
  const without = (id: number) => cards.filter((card) => card.id !== id);
  return {
    set,
    answers: {
      'host.info': () => success({ ...plainHost, kind: 'desktop', hasDialogs: true }),
      'host.choose-photos': () => success(choices.shift() ?? []),
      'own.page': ({ kind, filter, offset, limit }) => {
        const ofKind = cards.filter((card) => card.kind === kind);
        const listed = ofKind.filter((card) => isShown(card, filter));
        return success({
          total: listed.length,
          rows: listed.slice(offset, offset + limit),
          creations: creations.filter((one) => one.kind === kind),
          inAccount: account.inAccount ?? ofKind.length,
          most: ownFacts[kind].perAccount,
          tags: [...new Set(ofKind.flatMap(({ tags }) => tags))],
          clients: [],
          isRefreshing: false,
          refreshedAt: 0,
          problem: null,
        });
      },
      'own.one': ({ kind, id }) => find(kind, id),
      'own.uses': () =>
        success({
          recipes: [],
          hotFolders: [],
          waiting: 0,
          running: [],
          delivered: 0,
          seen: 'none',
        }),
      'own.save-card': ({ kind, id, notes }) => {
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
      'own.look': ({ path }) => success(ownPhoto(path, account.look?.(path))),
      'own.create': ({ again }) => {
        const { earlier } = account;
        return success(earlier === undefined || again ? { creationId: 1 } : { earlier });
      },
      'own.again': () => success(null),
      'own.put-away': ({ id }) => {
        set(
          cards,
          creations.filter((one) => one.id !== id),
        );
        return success(null);
      },
      'own.refresh': () => success(null),
      'own.forget': ({ id }) => {
        set(without(id), creations);
        return success(null);
      },
    },
  };
}

function isShown({ name, tags, status, presence }: OwnCard, { text = '', tag, show }: OwnFilter) {
  const needsLook = status === 'failed' || presence === 'gone';
  return (
    name.toLowerCase().includes(text) &&
    (tag === undefined || tags.includes(tag)) &&
    (show !== 'attention' || needsLook)
  );
}
