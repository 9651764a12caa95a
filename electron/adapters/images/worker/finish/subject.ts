import type { Size } from '#shared/pictures.ts';
import { isCutOut, subjectOfCutOut } from './alpha.ts';
import { backgroundOf, type Background } from './background.ts';
import { insideOf } from './inside.ts';
import type { Levels } from './levels.ts';
import { outlineOf, type Outline } from './outline.ts';

/** The subject of a picture, and the background around it. */
export interface Subject {
  readonly outline: Outline;
  /** 1 for pixels that stay when the surroundings are removed; null if all stay. */
  readonly kept: Uint8Array | null;
  /** Null for a picture with alpha, and for a background that is not smooth. */
  readonly backdrop: Backdrop | null;
}

/** A smooth background behind a subject. */
export interface Backdrop {
  readonly picture: Levels;
  readonly background: Background;
  /** Difference in levels up to which a pixel counts as the background's noise. */
  readonly noise: number;
}

/** Minimum fraction of the border that shows the background; the subject may touch the rest. */
const backgroundPart = 0.7;
/** Maximum difference in levels between a pixel of the border and the background. */
const backgroundWithin = 12;
/** Minimum distance in levels between subject and background. */
const leastDistance = 6;
/**
 * A subject crosses the border in few places. Short runs of pixels that differ from the background belong to a
 * pattern; they may take at most this fraction of the border, and are shorter than `shortRun` of it.
 */
const patternPart = 0.02;
const shortRun = 0.02;
/** Distance in px of the pixels of the border to which the background is fitted. */
const fitStep = 4;

/**
 * Returns the subject of a picture of 8 bits, found by its alpha or on a smooth background; null if there is
 * none.
 */
export function findSubject(picture: Levels): Subject | null {
  if (!isCutOut(picture)) return byBackground(picture);
  const found = subjectOfCutOut(picture);
  return found === null ? null : { ...found, backdrop: null };
}

/**
 * Returns a subject that was found elsewhere, as a raster over the whole picture; null if it covers so much
 * of the border that the picture is a detail of something larger.
 */
export function subjectFrom({ columns, rows, runs }: Raster): Subject | null {
  const inside = new Uint8Array(columns * rows);
  let at = 0;
  for (const [index, length] of runs.entries()) {
    inside.fill(index % 2, at, at + length);
    at += length;
  }
  const border = borderOf({ width: columns, height: rows });
  const free = border.filter((place) => inside[place] === 0).length;
  const outline = outlineOf(inside, columns, rows);
  return outline === null || free < border.length * backgroundPart
    ? null
    : { outline, kept: outline.inside, backdrop: null };
}

/** Runs of pixels outside and inside the subject in turn. */
interface Raster {
  readonly columns: number;
  readonly rows: number;
  readonly runs: readonly number[];
}

function byBackground(picture: Levels): Subject | null {
  const { width, height } = picture;
  const border = borderOf(picture);
  const background = backgroundOf(
    picture,
    border.filter((_, n) => n % fitStep === 0),
  );
  const noise = noiseOf(background.differences(border));
  if (noise === null) return null;
  const outline = outlineOf(insideOf(picture, background, noise), width, height);
  const isWhole = outline?.box.width === width && outline.box.height === height;
  return outline === null || isWhole
    ? null
    : { outline, kept: outline.inside, backdrop: { picture, background, noise } };
}

/** Returns the background's noise in levels; null if the border does not show a smooth background. */
function noiseOf(differences: Float64Array): number | null {
  const near = differences.filter((one) => one <= backgroundWithin).sort();
  if (near.length < differences.length * backgroundPart) return null;
  const noise = Math.max(leastDistance, near[Math.floor(near.length * 0.98)]! * 1.5);
  let [inShort, run] = [0, 0];
  for (const difference of [...differences, 0]) {
    if (difference > noise) run += 1;
    else {
      if (run < differences.length * shortRun) inShort += run;
      run = 0;
    }
  }
  return inShort > differences.length * patternPart ? null : noise;
}

/** Returns the pixels of the border, one after the other around the picture. */
function borderOf({ width, height }: Size): number[] {
  const [last, bottom] = [width - 1, (height - 1) * width];
  const row = Array.from({ length: width }, (_, x) => x);
  const column = Array.from({ length: Math.max(0, height - 2) }, (_, y) => (y + 1) * width);
  return [
    ...row,
    ...column.map((at) => at + last),
    ...row.toReversed().map((x) => bottom + x),
    ...column.toReversed(),
  ];
}
