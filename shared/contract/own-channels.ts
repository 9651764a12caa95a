import * as v from 'valibot';
import { charactersAtMost } from '../characters.ts';
import { ownFacts, ownKinds, ownTextLimits as limits } from '../own.ts';
import type {
  ImportedCards,
  OwnCard,
  OwnPage,
  OwnPhoto,
  OwnUses,
  StartedCreation,
} from '../views/own.ts';
import { ownShown } from '../views/own.ts';
import { command, query } from './channel.ts';
import { count, filePath, id, one, PAGE, text } from './schemas.ts';

/** Characters of a file of cards: a thousand of each kind with long notes. */
const LONGEST_FILE = 12_000_000;

const kind = v.picklist(ownKinds);
/** Which own model or scene. */
export const own = { kind, id };
const words = v.pipe(
  v.array(v.pipe(v.string(), charactersAtMost(limits.word))),
  v.maxLength(limits.words),
  v.readonly(),
);

/** What a person notes; checked again as one, see `readNotes` of the handlers. */
const notes = v.strictObject({
  localName: v.nullable(v.pipe(v.string(), charactersAtMost(limits.name))),
  notes: v.pipe(v.string(), charactersAtMost(limits.notes)),
  tags: words,
  expires: v.nullable(v.pipe(v.string(), v.isoDate())),
  clients: words,
  folders: v.pipe(v.array(filePath), v.maxLength(limits.words), v.readonly()),
});

/** The channels of the account's own models and scenes, "Own models and scenes (aimodel v1.0)". */
export const ownChannels = {
  'own.page': query(
    v.strictObject({
      kind,
      filter: v.strictObject({
        text: v.optional(text),
        tag: v.optional(text),
        show: v.optional(v.picklist(ownShown)),
      }),
      offset: count,
      limit: v.pipe(count, v.minValue(1), v.maxValue(PAGE)),
    }),
  ).returns<OwnPage>(),
  'own.one': query(v.strictObject(own)).returns<OwnCard>(),
  /** Looks through the account now; `changed` tells what came of it. */
  'own.refresh': command(v.strictObject({})).returns<null>(),
  /** All that is known here was deleted elsewhere: the key is of the same account, see own-other-account. */
  'own.same-account': command(v.strictObject({})).returns<null>(),
  /** Looks at a photo that one is to be made of, and makes the copy that the service would get. */
  'own.look': query(v.strictObject({ kind, path: filePath })).returns<OwnPhoto>(),
  /**
   * `sha256` says which content was looked at; a photo that is another one since is refused. `again`
   * creates another one even where these photos made one before.
   */
  'own.create': command(
    v.strictObject({
      kind,
      name: v.nullable(text),
      photos: v.pipe(
        v.array(v.strictObject({ path: filePath, sha256: v.pipe(v.string(), v.hash(['sha256'])) })),
        v.minLength(1),
        v.maxLength(ownFacts.model.photos * 25),
      ),
      again: v.boolean(),
    }),
  ).returns<StartedCreation>(),
  /** Begins a creation that stopped anew. */
  'own.again': command(one).returns<null>(),
  /** Takes a creation that stopped, or has sent nothing yet, off the list. */
  'own.put-away': command(one).returns<null>(),
  'own.save-card': command(v.strictObject({ ...own, revision: count, notes })).returns<OwnCard>(),
  /** Keeps a copy of the file as its release; null takes the one that is there off the card. */
  'own.set-release': command(
    v.strictObject({ ...own, path: v.nullable(filePath) }),
  ).returns<OwnCard>(),
  'own.uses': query(v.strictObject(own)).returns<OwnUses>(),
  /** Deletes it at the service; `seen` is the answer of `own.uses` that the person was shown. */
  'own.delete': command(v.strictObject({ ...own, seen: text })).returns<null>(),
  /** Takes one that is gone from the account off the list, with its card. */
  'own.forget': command(v.strictObject(own)).returns<null>(),
  /** All cards as a file's text, by the ids of the service. */
  'own.export-cards': query(v.strictObject({})).returns<string>(),
  'own.import-cards': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)) }),
  ).returns<ImportedCards>(),
} as const;
