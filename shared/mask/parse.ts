import * as v from 'valibot';
import { failure } from '../page-failure.ts';
import { success, type Outcome } from '../problem.ts';
import type { MaskDocument } from './document.ts';

/** Maximum px of a photo's sides, and of a gesture's distance from the photo. */
const SIDE = 100_000;
const FAR = 1_000_000;
export const MOST_OPERATIONS = 20_000;
/** Maximum quantity of numbers in one operation: the points of a gesture, or the runs of a region. */
const MOST_NUMBERS = 2_000_000;
/** Maximum number of cells per side of a region. */
const CELLS = 20_000;

const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
const number = (least: number, most: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most));
const place = number(-FAR, FAR);
const points = (count: number) =>
  v.pipe(
    v.array(place),
    v.minLength(count),
    v.maxLength(MOST_NUMBERS),
    v.check((list) => list.length % count === 0, 'complete points'),
  );
const combine = v.picklist(['add', 'subtract', 'intersect']);

const region = v.pipe(
  v.strictObject({
    kind: v.literal('region'),
    combine: v.picklist([...combine.options, 'replace']),
    columns: whole(1, CELLS),
    rows: whole(1, CELLS),
    runs: v.pipe(v.array(whole(0, CELLS * CELLS)), v.maxLength(MOST_NUMBERS)),
    values: v.optional(v.pipe(v.array(whole(0, 255)), v.maxLength(MOST_NUMBERS))),
  }),
  v.check(
    ({ columns, rows, runs }) => runs.reduce((sum, run) => sum + run, 0) === columns * rows,
    'runs that fill the raster',
  ),
  v.check(({ runs, values }) => (values ?? runs).length === runs.length, 'a value for each run'),
);

const operation = v.variant('kind', [
  v.strictObject({
    kind: v.literal('stroke'),
    combine,
    points: v.pipe(
      points(3),
      v.check(
        (list) => list.every((value, at) => at % 3 !== 2 || value > 0),
        'a brush with a radius above 0',
      ),
    ),
    hardness: number(0, 1),
  }),
  v.strictObject({
    kind: v.picklist(['rectangle', 'ellipse']),
    combine,
    x: place,
    y: place,
    width: number(0, FAR),
    height: number(0, FAR),
  }),
  v.strictObject({ kind: v.literal('path'), combine, points: points(2) }),
  region,
  v.strictObject({ kind: v.literal('grow'), by: number(-SIDE, SIDE) }),
  v.strictObject({ kind: v.literal('feather'), radius: number(0, SIDE) }),
  v.strictObject({ kind: v.picklist(['fill', 'clear', 'invert']) }),
]);

/** The saved operations, in order. */
export const operationsSchema = v.pipe(v.array(operation), v.maxLength(MOST_OPERATIONS));
/** The number of active operations. */
export const positionSchema = whole(0, MOST_OPERATIONS);

const document = v.pipe(
  v.strictObject({
    width: whole(1, SIDE),
    height: whole(1, SIDE),
    operations: operationsSchema,
    position: positionSchema,
  }),
  v.check(
    ({ operations, position }) => position <= operations.length,
    'a position among the operations',
  ),
);

/** Parses a mask document. Problem: mask-file-foreign; `detail` names the place of the mistake. */
export function parseMask(json: unknown, name: string): Outcome<MaskDocument> {
  const parsed = v.safeParse(document, json);
  if (parsed.success) return success(parsed.output);
  const [issue] = parsed.issues;
  return failure(
    'mask-file-foreign',
    { name },
    {
      about: name,
      parameter: 'customMask',
      detail: `${v.getDotPath(issue) ?? 'the whole'}: ${issue.message}`,
    },
  );
}
