import type { Read } from '../../../base/formats/bytes.ts';

/** The Display P3 profile of libvips, which is in the public domain (github.com/saucecontrol/Compact-ICC-Profiles). */
export const displayP3Profile = Buffer.from(
  'AAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5kguKocouKP/clPrmS7iTWrgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFAAMwBDbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDEIAAAXe///zJQAAB5MAAP2Q///7of///k4AAAOaAADAFFhZWiAAAAAAAACD3wAAPb8AAAAAWFlaIAAAAAAAAEq/AACxNwAACrVYWVogAAAAAAAAKDgAABEKAADIeHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb',
  'base64',
);

/** A cICP chunk with the primaries of Display P3, the curve of sRGB, and RGB in full range. */
const displayP3 = Buffer.from([12, 13, 0, 1]);
const chunksAtMost = 1000;

/** Checks whether a PNG states Display P3 by its numbers (cICP) and has no profile. */
export async function statesDisplayP3(readAt: Read): Promise<boolean> {
  let states = false;
  let at = 8;
  for (let n = 0; n < chunksAtMost; n += 1) {
    const head = await readAt(at, 12);
    if (head.length < 12) return false;
    const kind = head.toString('latin1', 4, 8);
    if (kind === 'iCCP') return false;
    if (kind === 'IDAT') return states;
    if (kind === 'cICP') states = displayP3.equals(head.subarray(8));
    at += 12 + head.readUInt32BE(0);
  }
  return false;
}
