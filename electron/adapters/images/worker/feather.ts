/** Distances along a row or column, and diagonally, in thirds of a pixel. */
const STRAIGHT = 3;
const DIAGONAL = 4;
const FAR = 0xffff;

/**
 * Returns the photo's opacity at each pixel of some rows, 0 to 255. The edge is feathered inward: a pixel
 * outside the kept area gets 0, and full opacity begins `feather` px inside, so that nothing that the service
 * was asked to replace reappears. The picture's own border is not an edge of the kept area. A soft mask stays
 * equally soft.
 *
 * @param kept rows of the mask, 0 to 255 per pixel, including all rows within `feather` + 1 px of the wanted
 * rows
 */
export function featherInward(kept: Uint8Array, width: number, feather: number): Uint8Array {
  const distances = distancesWithin(kept, width);
  const ramp = rampOf(feather);
  const weights = new Uint8Array(kept.length);
  for (let at = 0; at < kept.length; at += 1) {
    const most = ramp[Math.min(distances[at] ?? 0, ramp.length - 1)] ?? 255;
    weights[at] = Math.min(kept[at] ?? 0, most);
  }
  return weights;
}

/**
 * Returns the opacity for a distance from the edge. The curve is smooth at both ends, so that
 * neither end is visible as a line.
 */
function rampOf(feather: number): Uint8Array {
  const end = (feather + 1) * STRAIGHT;
  return Uint8Array.from({ length: end + 1 }, (_, distance) => {
    const share = distance / end;
    return Math.round(255 * share * share * (3 - 2 * share));
  });
}

/**
 * Returns the distance of each pixel from the nearest pixel outside the kept area, in two passes over all
 * pixels.
 */
function distancesWithin(kept: Uint8Array, width: number): Uint16Array {
  const height = kept.length / width;
  const distances = new Uint16Array(kept.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      if (kept[at] !== 0) distances[at] = nearest(distances, at, -width, -1, x, y > 0, width);
    }
  }
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1, at = y * width + x; x >= 0; x -= 1, at -= 1) {
      if (kept[at] === 0) continue;
      const back = nearest(distances, at, width, 1, x, y < height - 1, width);
      if (back < (distances[at] ?? 0)) distances[at] = back;
    }
  }
  return distances;
}

/**
 * Returns the shortest distance through a neighbour: the one in the same row (`aside`), or one of the three
 * in the row above or below (`row`).
 */
function nearest(
  distances: Uint16Array,
  at: number,
  row: number,
  aside: -1 | 1,
  x: number,
  hasRow: boolean,
  width: number,
): number {
  let least = FAR;
  const isInside = aside === -1 ? x > 0 : x < width - 1;
  if (isInside) least = (distances[at + aside] ?? FAR) + STRAIGHT;
  if (hasRow) {
    const straight = (distances[at + row] ?? FAR) + STRAIGHT;
    if (straight < least) least = straight;
    if (x > 0) {
      const left = (distances[at + row - 1] ?? FAR) + DIAGONAL;
      if (left < least) least = left;
    }
    if (x < width - 1) {
      const right = (distances[at + row + 1] ?? FAR) + DIAGONAL;
      if (right < least) least = right;
    }
  }
  return least < FAR ? least : FAR;
}
