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

/** Maximum characters of a cards file: enough for a thousand models and a thousand scenes with long notes. */
const LONGEST_FILE = 12_000_000;

const kind = v.picklist(customModelKinds);
/** Identifies a custom model or scene. */
export const customModel = { kind, id };
const words = v.pipe(
  v.array(v.pipe(v.string(), charactersAtMost(limits.word))),
  v.maxLength(limits.words),
  v.readonly(),
);

/** The user's notes; `readNotes` checks them further. */
const notes = v.strictObject({
  localName: v.nullable(v.pipe(v.string(), charactersAtMost(limits.name))),
  notes: v.pipe(v.string(), charactersAtMost(limits.notes)),
  tags: words,
  expires: v.nullable(v.pipe(v.string(), v.isoDate())),
  clients: words,
  folders: v.pipe(v.array(filePath), v.maxLength(limits.words), v.readonly()),
});

/** Channels of the account's custom models and scenes (interface: "Own models and scenes (aimodel v1.0)"). */
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
  /** Reads the account's list now; changes are announced with `changed`. */
  'custom-models.refresh': command(v.strictObject({})).returns<null>(),
  /**
   * Confirms that the key still belongs to the same account if all known models are gone; see the problem
   * own-other-account.
   */
  'custom-models.same-account': command(v.strictObject({})).returns<null>(),
  /** Checks a photo for a custom model or scene, and creates the copy that would be uploaded. */
  'custom-models.look': query(v.strictObject({ kind, path: filePath })).returns<CustomModelPhoto>(),
  /**
   * Starts a creation. `sha256` is the hash of the checked photo; if the photo has changed since, the request is
   * refused. `seen` is the id of the last earlier creation from the same photos that the user has seen and
   * confirmed (0: none). If there is a later creation from these photos, no new one is started.
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
      seen: count,
    }),
  ).returns<StartedCreation>(),
  /** Retries a stopped creation. */
  'custom-models.again': command(one).returns<null>(),
  /** Dismisses a creation that has stopped or has not sent anything yet. */
  'custom-models.put-away': command(one).returns<null>(),
  'custom-models.save-card': command(
    v.strictObject({ ...customModel, revision: count, notes }),
  ).returns<CustomModelCard>(),
  /** Saves a copy of the signed release (the person's or owner's consent) with the card; null removes the release. */
  'custom-models.set-release': command(
    v.strictObject({ ...customModel, path: v.nullable(filePath) }),
  ).returns<CustomModelCard>(),
  'custom-models.uses': query(v.strictObject(customModel)).returns<CustomModelUses>(),
  /**
   * Deletes the model or scene from the service; `seen` identifies the answer of `custom-models.uses` that the user
   * saw.
   */
  'custom-models.delete': command(v.strictObject({ ...customModel, seen: text })).returns<null>(),
  /** Removes a model or scene that is no longer in the account from the list, with its card. */
  'custom-models.forget': command(v.strictObject(customModel)).returns<null>(),
  /** Returns all cards as the text of a file, with the IDs of the service. */
  'custom-models.export-cards': query(v.strictObject({})).returns<string>(),
  'custom-models.import-cards': command(
    v.strictObject({ text: v.pipe(v.string(), v.maxLength(LONGEST_FILE)) }),
  ).returns<ImportedCards>(),
} as const;
