import type { MaskDocument, Operation, Stroke } from '#shared/mask/document.ts';
import type { Begun, FromRaster, Lack, ToRaster, RasterRequest } from './messages.ts';
import type { Look } from './colour.ts';
// oxlint-disable-next-line import/default -- an address that vite makes of the file
import workerFile from './raster.worker.ts?worker&url';
import type { VisibleArea } from './seen.ts';
import { ownScript } from '../../trusted.ts';

/** The worker that makes the mask's pixels, as the page sees it. */
export interface Raster {
  /** Follows the document. */
  follow(document: MaskDocument): void;
  /** What of it is seen; the number under which it is drawn. */
  see(seen: VisibleArea | null): number;
  look(look: Look): void;
  /** A stroke under way as it is by now; of the points only the new ones are sent. */
  stroke(begun: Begun, points: readonly number[]): void;
  /** The stroke under way has become this operation: the document that ends with it has it on the pixels. */
  end(operation: Operation): void;
  /** The stroke under way leaves no trace. */
  cancel(): void;
  photo(bitmap: ImageBitmap): void;
  /** The operation that is wanted; null where the worker has gone meanwhile. */
  ask(wanted: RasterRequest): Promise<Operation | Lack | null>;
  close(): void;
}

type Drawn = Extract<FromRaster, { kind: 'drawn' }>;
type KeptMessage = Extract<FromRaster, { kind: 'kept' }>;

/** Numbers of a point of a stroke. */
const POINT = 3;

export function createRaster(told: {
  drawn(drawn: Drawn): void;
  kept(kept: KeptMessage): void;
}): Raster {
  const worker = new Worker(ownScript(workerFile), { type: 'module' });
  let known: MaskDocument | null = null;
  let number = 0;
  /** What was sent of the stroke under way. */
  let stroke: { readonly begun: Begun; readonly points: readonly number[] } | null = null;
  /** The operation that the stroke on the pixels has become. */
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

  function paint(begun: Begun, points: readonly number[]): void {
    const sent = stroke !== null && isSame(begun, stroke.begun) ? stroke.points : null;
    const isNew = sent === null || !isBeginning(sent, points);
    const from = isNew ? 0 : sent.length;
    if (from < points.length) send({ kind: 'stroke', begun, isNew, points: points.slice(from) });
    stroke = { begun, points };
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
      const { begun } = stroke;
      if (operation.kind === 'stroke')
        paint({ ...begun, ...strokeOf(operation) }, operation.points);
      else if (operation.kind !== 'region' || begun.tolerance === null) return;
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
      send({ kind: 'wish', number: asked, wanted });
      return new Promise((resolve) => waiting.set(asked, resolve));
    },
    close() {
      worker.terminate();
      for (const resolve of waiting.values()) resolve(null);
      waiting.clear();
    },
  };
}

/** How many operations two lists begin with that are the same ones. */
function alike(one: readonly Operation[], other: readonly Operation[]): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one[at] === other[at]) at += 1;
  return at;
}

const strokeOf = ({ combine, hardness }: Stroke) => ({ combine, hardness });

/** A point that was sent last and is another one now makes it another stroke. */
function isBeginning(sent: readonly number[], points: readonly number[]): boolean {
  if (points.length < sent.length) return false;
  return sent.slice(-POINT).every((value, at) => {
    return points[Math.max(0, sent.length - POINT) + at] === value;
  });
}

function isSame(one: Begun, other: Begun): boolean {
  return (
    one.combine === other.combine &&
    one.hardness === other.hardness &&
    one.tolerance === other.tolerance
  );
}
