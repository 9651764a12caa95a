import * as v from 'valibot';
import type { Outcome } from '../problem.ts';

/** A frame, that is, one message that a screen sends. `id` is the number that the screen gives to the request. */
const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const requestFrame = v.variant('kind', [
  v.strictObject({
    kind: v.literal('ask'),
    id: number,
    channel: v.pipe(v.string(), v.maxLength(100)),
    input: v.optional(v.unknown()),
  }),
  v.strictObject({ kind: v.literal('cancel'), id: number }),
]);
export type RequestFrame = v.InferOutput<typeof requestFrame>;

/** A frame, that is, one message that the studio sends. */
export type AnswerFrame =
  | { readonly kind: 'answer'; readonly id: number; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'event'; readonly name: string; readonly data: unknown };

/**
 * One end of the connection between a screen and the studio: an IPC port, a WebSocket, or an end of a pair in memory.
 * Frames are plain JSON data, and arrive in order or not at all.
 */
export interface Port<Out, In> {
  post(frame: Out): void;
  /** Sets the only listener; `null` removes it. */
  onFrame(listener: ((frame: In) => void) | null): void;
  onClose(listener: (() => void) | null): void;
  close(): void;
}

export type ScreenPort = Port<RequestFrame, AnswerFrame>;
/** The studio's end of the connection. Incoming data has no type, because it is not trusted. */
export type StudioPort = Port<AnswerFrame, unknown>;
