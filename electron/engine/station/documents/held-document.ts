import * as v from 'valibot';
import { heldActions, heldMeanings } from '#shared/views/stations.ts';
import { sharedPlaceSchema } from '../../../adapters/shared-studio/roots.ts';
import { problemSchema } from '../../../adapters/shared-studio/shared-work.ts';

/** Maximum number of characters in a document. */
const LONGEST = 60_000;

const name = v.pipe(v.string(), v.maxLength(1000));
const station = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const action = v.picklist(heldActions);
/** An answer of a person at the station `by`. */
const given = v.strictObject({ by: station, action });

const item = {
  /** Name of the station where the photo or the drop needs attention. */
  at: station,
  /** Changes whenever the job is held again, or the drop grows, so that an old answer is not used. */
  hold: v.pipe(v.string(), v.maxLength(200)),
  /** Name of the photo, or of the hot folder of a large drop. */
  name,
  source: sharedPlaceSchema,
  answers: v.pipe(
    v.array(v.strictObject({ action, means: v.picklist(heldMeanings) })),
    v.maxLength(10),
  ),
  what: v.variant('kind', [
    v.strictObject({ kind: v.literal('job'), recipe: name, problem: v.nullable(problemSchema) }),
    v.strictObject({ kind: v.literal('drop'), photos: count, images: count }),
  ]),
};

const heldSchema = v.variant('state', [
  v.strictObject({
    state: v.literal('open'),
    ...item,
    /** An answer to the station that had the photo before, which this one has taken over with the photo. */
    given: v.nullable(given),
    /** Who gave the last answer, and why it could not be used; null for the problem if it was used. */
    last: v.nullable(v.strictObject({ by: station, problem: v.nullable(problemSchema) })),
  }),
  v.strictObject({
    state: v.literal('answered'),
    ...item,
    given,
    /** Whether the station is using the answer, so that no other station may use it any more. */
    begun: v.boolean(),
  }),
  /** `given`: the answer that was used; null if it was answered where it needed attention. */
  v.strictObject({ state: v.literal('settled'), at: station, name, given: v.nullable(given) }),
]);

/** What needs attention at a station, or did, as its document describes it. */
export type Held = v.InferOutput<typeof heldSchema>;
type OpenHeld = Extract<Held, { state: 'open' }>;
/** What a station tells the others about something that needs attention there. */
export type HeldItem = Omit<OpenHeld, 'state' | 'at' | 'given' | 'last'>;
export type GivenAnswer = v.InferOutput<typeof given>;

const documentSchema = v.pipe(
  v.string(),
  v.maxLength(LONGEST),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return JSON.parse(dataset.value) as unknown;
    } catch {
      addIssue();
      return NEVER;
    }
  }),
  heldSchema,
);

/**
 * Reads a document that `writer` wrote; null if it is not valid. Only the station where something needs attention may
 * describe or settle it, and a station may only answer in its own name.
 */
export function readHeld(content: string, writer: string): Held | null {
  const parsed = v.safeParse(documentSchema, content);
  if (!parsed.success) return null;
  const held = parsed.output;
  const author = held.state === 'answered' && !held.begun ? held.given.by : held.at;
  return author === writer ? held : null;
}

/** Reads a content of this station's ledger, which `readHeld` has checked or this station has written. */
export function storedHeld(content: string): Held {
  return v.parse(documentSchema, content);
}
