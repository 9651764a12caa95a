import * as v from 'valibot';
import { charactersAtMost } from '../characters.ts';
import {
  customModelFacts,
  customModelKinds,
  customModelTextLimits as limits,
} from '../custom-models.ts';
import type {
  ImportedCards,
  CustomModelCard,
  CustomModelPage,
  CustomModelPhoto,
  CustomModelUses,
  StartedCreation,
} from '../views/custom-models.ts';
import { customModelViews } from '../views/custom-models.ts';
import { command, query } from './channel.ts';
import { count, filePath, id, one, PAGE, text } from './schemas.ts';

/** Characters of a file of cards: a thousand of each kind with long notes. */
const LONGEST_FILE = 12_000_000;

const kind = v.picklist(customModelKinds);
/** Which custom model or scene. */
export const customModel = { kind, id };
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

/** The channels of the account's custom models and scenes, "Own models and scenes (aimodel v1.0)". */
export const customModelChannels = {
  'custom-models.page': query(
    v.strictObject({
      kind,
      filter: v.strictObject({
        text: v.optional(text),
        tag: v.optional(text),
        show: v.optional(v.picklist(customModelViews)),
      }),
      offset: count,
      limit: v.pipe(count, v.minValue(1), v.maxValue(PAGE)),
    }),
  ).returns<CustomModelPage>(),
  'custom-models.one': query(v.strictObject(customModel)).returns<CustomModelCard>(),
  /** Looks through the account now; `changed` tells what came of it. */
  'custom-models.refresh': command(v.strictObject({})).returns<null>(),
  /** All that is known here was deleted elsewhere: the key is of the same account, see own-other-account. */
  'custom-models.same-account': command(v.strictObject({})).returns<null>(),
  /** Looks at a photo that one is to be made of, and makes the copy that the service would get. */
  'custom-models.look': query(v.strictObject({ kind, path: filePath })).returns<CustomModelPhoto>(),
  /**
   * `sha256` says which content was looked at; a photo that is another one since is refused. `again`
   * creates another one even where these photos made one before.
   */
  'custom-models.create': command(
    v.strictObject({
      kind,
      name: v.nullable(text),
      photos: v.pipe(
        v.array(v.strictObject({ path: filePath, sha256: v.pipe(v.string(), v.hash(['sha256'])) })),
        v.minLength(1),
        v.maxLength(customModelFacts.model.photos * 25),
      ),
      again: v.boolean(),
    }),
  ).returns<StartedCreation>(),
  /** Begins a creation that stopped anew. */
  'custom-models.again': command(one).returns<null>(),
  /** Takes a creation that stopped, or has sent nothing yet, off the list. */
  'custom-models.put-away': command(one).returns<null>(),
  'custom-models.save-card': command(
    v.strictObject({ ...customModel, revision: count, notes }),
  ).returns<CustomModelCard>(),
  /** Keeps a copy of the file as its release; null takes the one that is there off the card. */
  'custom-models.set-release': command(
    v.strictObject({ ...customModel, path: v.nullable(filePath) }),
  ).returns<CustomModelCard>(),
  'custom-models.uses': query(v.strictObject(customModel)).returns<CustomModelUses>(),
  /** Deletes it at the service; `seen` is the answer of `custom-models.uses` that the person was shown. */
  'custom-models.delete': command(v.strictObject({ ...customModel, seen: text })).returns<null>(),
  /** Takes one that is gone from the account off the list, with its card. */
  'custom-models.forget': command(v.strictObject(customModel)).returns<null>(),
  /** All cards as a file's text, by the ids of the service. */
  'custom-models.export-cards': query(v.strictObject({})).returns<string>(),
  'custom-models.import-cards': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)) }),
  ).returns<ImportedCards>(),
} as const;
