import type { Rectangle } from './document.ts';
import type { Pen } from './pen.ts';

/** Paints a rectangle or an ellipse. */
export function paintShape(pen: Pen, { kind, x, y, width, height }: Rectangle): void {
  const [first, end] = pen.lines(y, y + height);
  const middle = x + width / 2;
  for (let line = first; line < end; line += 1) {
    const half = kind === 'ellipse' ? halfAt(pen.y(line), y, width, height) : width / 2;
    if (half >= 0) pen.span(line, ...pen.columns(middle - half, middle + half));
  }
}

/**
 * Returns the distance in px from an ellipse's vertical centre line to its edge at a given height; negative outside the
 * ellipse.
 */
function halfAt(y: number, top: number, width: number, height: number): number {
  const up = (2 * (y - top)) / height - 1;
  const rest = 1 - up * up;
  return rest < 0 ? -1 : (width / 2) * Math.sqrt(rest);
}
