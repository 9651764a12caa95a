/**
 * Photoshop mixes white into the half-transparent pixels of a PSD's composite, in the stored values. Without
 * removing it, soft edges would have a light fringe.
 */

/** Removes the white from one colour plane, in place. White is the highest value, also in CMYK. */
export function removeMatte(plane: Buffer, alpha: Buffer, bits: 8 | 16): void {
  if (bits === 16) return removeMatte16(plane, alpha);
  for (let at = 0; at < plane.length; at += 1) {
    const opacity = alpha[at]!;
    if (opacity === 0 || opacity === 255) continue;
    plane[at] = Math.max(0, Math.round(255 - ((255 - plane[at]!) * 255) / opacity));
  }
}

function removeMatte16(plane: Buffer, alpha: Buffer): void {
  for (let at = 0; at < plane.length; at += 2) {
    const opacity = alpha[at]! * 256 + alpha[at + 1]!;
    if (opacity === 0 || opacity === 65_535) continue;
    const below = 65_535 - plane[at]! * 256 - plane[at + 1]!;
    const value = Math.max(0, Math.round(65_535 - (below * 65_535) / opacity));
    plane[at] = value >> 8;
    plane[at + 1] = value & 0xff;
  }
}

/** Returns rows of RGB and alpha with white mixed in, as a composite stores them. */
export function withMatte(rgba: Uint8Array): Uint8Array {
  return rgba.map((value, at) =>
    at % 4 === 3 ? value : Math.round(255 - ((255 - value) * rgba[at - (at % 4) + 3]!) / 255),
  );
}
