import type { MaskDocument, Operation, Stroke } from '#shared/mask/document.ts';
import type { StrokeStyle, FromRaster, Lack, ToRaster, RasterRequest } from './messages.ts';
import type { Look } from './colour.ts';
// oxlint-disable-next-line import/default -- vite turns this file into an address
import workerFile from './raster.worker.ts?worker&url';
import type { VisibleArea } from './seen.ts';
import { ownScript } from '../../trusted.ts';

/** The connection from the page to the worker that computes the mask's pixels. */
export interface Raster {
  /** Sends the changes of the document to the worker. */
  follow(document: MaskDocument): void;
  /** Sets the visible area. Returns a number; all drawings of this area arrive with the same number. */
  see(seen: VisibleArea | null): number;
  look(look: Look): void;
  /** Updates the stroke in progress. Only the new points are sent. */
  stroke(style: StrokeStyle, points: readonly number[]): void;
  /**
   * Ends the stroke in progress, which becomes `operation`. When a document with this operation follows, the worker
   * reuses the painted pixels of the stroke.
   */
  end(operation: Operation): void;
  /** Discards the stroke in progress. */
  cancel(): void;
  photo(bitmap: ImageBitmap): void;
  /** Requests an operation; returns null if the worker is closed before it answers. */
  ask(wanted: RasterRequest): Promise<Operation | Lack | null>;
  close(): void;
}

type Drawn = Extract<FromRaster, { kind: 'drawn' }>;
type KeptMessage = Extract<FromRaster, { kind: 'kept' }>;

/** Numbers per point of a stroke: x, y and radius. */
const POINT = 3;

export function createRaster(told: {
  drawn(drawn: Drawn): void;
  kept(kept: KeptMessage): void;
}): Raster {
  const worker = new Worker(ownScript(workerFile), { type: 'module' });
  let known: MaskDocument | null = null;
  let number = 0;
  /** The part of the stroke in progress that was sent to the worker. */
  let stroke: { readonly style: StrokeStyle; readonly points: readonly number[] } | null = null;
  /** The operation of the stroke that has just ended; the worker has already painted this stroke. */
  let ended: Operation | null = null;
  const waiting = new Map<number, (answer: Operation | Lack | null) => void>();

  worker.addEventListener('message', ({ data }: MessageEvent<FromRaster>) => {
    if (data.kind === 'answer') {
      waiting.get(data.number)?.(data.answer);
      waiting.delete(data.number);
    } else if (data.kind === 'drawn') {
      told.drawn(data);
    } else told.kept(data);
  });

  function send(message: ToRaster, transfer: Transferable[] = []): void {
    worker.postMessage(message, transfer);
  }

  function paint(style: StrokeStyle, points: readonly number[]): void {
    const sent = stroke !== null && isSame(style, stroke.style) ? stroke.points : null;
    const isNew = sent === null || !isBeginning(sent, points);
    const from = isNew ? 0 : sent.length;
    if (from < points.length) send({ kind: 'stroke', style, isNew, points: points.slice(from) });
    stroke = { style, points };
  }

  return {
    follow(document) {
      if (document === known) return;
      const { width, height, operations, position } = document;
      const keep = alike(known?.operations ?? [], operations);
      const append = operations.slice(keep);
      const isStroke = ended !== null && append.length === 1 && append[0] === ended;
      send({ kind: 'document', photo: { width, height }, keep, append, position, isStroke });
      known = document;
      stroke = null;
      ended = null;
    },
    see(seen) {
      number += 1;
      send({ kind: 'see', seen, number });
      return number;
    },
    look: (look) => send({ kind: 'look', look }),
    stroke: paint,
    end(operation) {
      ended = null;
      if (stroke === null) return;
      const { style } = stroke;
      if (operation.kind === 'stroke')
        paint({ ...style, ...strokeOf(operation) }, operation.points);
      else if (operation.kind !== 'region' || style.tolerance === null) return;
      ended = operation;
    },
    cancel() {
      if (stroke !== null) send({ kind: 'cancel' });
      stroke = null;
      ended = null;
    },
    photo: (bitmap) => send({ kind: 'photo', bitmap }, [bitmap]),
    ask(wanted) {
      number += 1;
      const asked = number;
      send({ kind: 'request', number: asked, wanted });
      return new Promise((resolve) => waiting.set(asked, resolve));
    },
    close() {
      worker.terminate();
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
}

/** Returns the number of identical operations at the start of two lists. */
function alike(one: readonly Operation[], other: readonly Operation[]): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}

const strokeOf = ({ combine, hardness }: Stroke) => ({ combine, hardness });

/**
 * Checks whether `points` continues the stroke that was sent. Compares only the last sent point, because a tool only
 * appends points to a stroke.
 */
function isBeginning(sent: readonly number[], points: readonly number[]): boolean {
  if (points.length < sent.length) return false;
  return sent.slice(-POINT).every((value, at) => {
    return points[Math.max(0, sent.length - POINT) + at] === value;
  });
}

function isSame(one: StrokeStyle, other: StrokeStyle): boolean {
  return (
    one.combine === other.combine &&
    one.hardness === other.hardness &&
    one.tolerance === other.tolerance
  );
}
