import type { Stroke } from './document.ts';
import { fadeStand, fadeWay } from './fade.ts';
import type { Pen } from './pen.ts';
import { leftOf, rightOf, standsOf, stripOf, wayBetween } from './stroke-parts.ts';
import type { Stand, Way } from './stroke-parts.ts';

/**
 * Paints a brush stroke: a disc at each point, and a strip as wide as the brush along each segment. The fraction
 * `hardness` of the radius is painted fully; the rest fades.
 */
export function paintStroke(pen: Pen, { points, hardness }: Stroke): void {
  const stands = standsOf(points);
  if (!stands.some((stand, at) => reaches(pen, stand, stands[at + 1] ?? stand))) return;
  const spans = new Spans(pen);
  const parts = partsOn(pen, stands);
  for (const { stand, before } of parts) {
    if (before !== null) coverStrip(pen, spans, before, hardness);
    coverDisc(pen, spans, stand, hardness);
  }
  spans.finish();
  if (hardness === 1) return;
  for (const { stand, before, after } of parts) {
    if (before !== null) fadeWay(pen, before, hardness);
    fadeStand(pen, stand, before, after, hardness);
  }
}

/** A point of a stroke, and its adjacent segments. */
interface Part {
  readonly stand: Stand;
  readonly before: Way | null;
  readonly after: Way | null;
}

/** Returns the parts of a stroke that touch the pen's plane. */
function partsOn(pen: Pen, stands: readonly Stand[]): readonly Part[] {
  const parts: Part[] = [];
  let before: Way | null = null;
  for (const [at, stand] of stands.entries()) {
    const next = stands[at + 1];
    const isNear = reaches(pen, stand, next ?? stand);
    const after = next === undefined || !isNear ? null : wayBetween(stand, next);
    if (isNear || before !== null) parts.push({ stand, before, after });
    before = after;
  }
  return parts;
}

/** Returns whether the brush touches the pen's plane anywhere between two points. */
function reaches(pen: Pen, one: Stand, other: Stand): boolean {
  const reach = Math.max(one.radius, other.radius);
  const top = Math.min(one.y, other.y) - reach;
  const bottom = Math.max(one.y, other.y) + reach;
  if (pen.firstLine(top) >= pen.endLine(bottom)) return false;
  const left = Math.min(one.x, other.x) - reach;
  const right = Math.max(one.x, other.x) + reach;
  return pen.firstColumn(left) < pen.endColumn(right);
}

function coverDisc(pen: Pen, spans: Spans, { x, y, radius }: Stand, share: number): void {
  const reach = radius * share;
  const end = pen.endLine(y + reach);
  for (let line = pen.firstLine(y - reach); line < end; line += 1) {
    const half = Math.sqrt(Math.max(0, reach * reach - (pen.y(line) - y) ** 2));
    spans.add(line, pen.firstColumn(x - half), pen.endColumn(x + half));
  }
}

function coverStrip(pen: Pen, spans: Spans, way: Way, share: number): void {
  const strip = stripOf(way, share);
  const end = pen.endLine(strip.bottom);
  for (let line = pen.firstLine(strip.top); line < end; line += 1) {
    const y = pen.y(line);
    spans.add(line, pen.firstColumn(leftOf(strip, y)), pen.endColumn(rightOf(strip, y)));
  }
}

/**
 * Collects spans, and paints overlapping consecutive spans of a line as one, because most parts of a stroke overlap.
 */
class Spans {
  readonly #pen: Pen;
  readonly #first: Int32Array;
  readonly #end: Int32Array;

  constructor(pen: Pen) {
    this.#pen = pen;
    this.#first = new Int32Array(pen.height);
    this.#end = new Int32Array(pen.height);
  }

  add(line: number, first: number, end: number): void {
    if (first >= end) return;
    const startsAt = this.#first[line]!;
    const endsAt = this.#end[line]!;
    if (first <= endsAt && end >= startsAt) {
      if (first < startsAt) this.#first[line] = first;
      if (end > endsAt) this.#end[line] = end;
      return;
    }
    this.#pen.span(line, startsAt, endsAt);
    this.#first[line] = first;
    this.#end[line] = end;
  }

  finish(): void {
    for (let line = 0; line < this.#first.length; line += 1) {
      this.#pen.span(line, this.#first[line]!, this.#end[line]!);
    }
  }
}
