import filenamify from 'filenamify/browser';
import { plainText } from './plain-text.ts';

/**
 * Maximum length of a delivered file's or folder's name in bytes of UTF-8: the 255 that file systems allow, minus space
 * for a collision number and an extension.
 */
export const longestSegment = 255 - 24;

/** Replaces each character that is not allowed. */
const STAND_IN = '-';

/** Number of characters to which longer values are first cut, to limit the work. */
const LONGEST_VALUE = 1024;

/**
 * Returns a text as a file or folder name that is valid on every file system: NFC, at most `bytes` of UTF-8, without
 * separators, characters that Windows refuses, invisible or direction-changing characters, leading dots, trailing dots
 * and spaces, or reserved names. May be empty.
 */
export function safeSegment(text: string, bytes: number = longestSegment): string {
  const visible = plainText(text.slice(0, LONGEST_VALUE))
    // Keeps the joiner, which emoji such as families contain; removes all other invisible characters.
    .replaceAll(/(?!\u{200D})\p{Cf}/gu, '');
  const bare = visible.replaceAll(/^[\s.]+|[\s.]+$/gu, '');
  if (bare === '') return '';
  const named = filenamify(bare, { replacement: STAND_IN, maxLength: LONGEST_VALUE });
  const cut = cutToBytes(named, bytes);
  // Cutting can create a trailing dot or a reserved name.
  return cut === named
    ? named
    : filenamify(cut, { replacement: STAND_IN, maxLength: LONGEST_VALUE });
}

/** Returns the length of a text in bytes of UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/**
 * Returns the beginning of a text that fits into `bytes` of UTF-8. Cuts between graphemes, or between code points if
 * the first grapheme alone is too long.
 */
export function cutToBytes(text: string, bytes: number): string {
  if (bytesOf(text) <= bytes) return text;
  const whole = takeBytes(
    Array.from(segmenter.segment(text), ({ segment }) => segment),
    bytes,
  );
  return whole === '' ? takeBytes(Array.from(text), bytes) : whole;
}

function takeBytes(parts: readonly string[], bytes: number): string {
  let taken = '';
  let room = bytes;
  for (const part of parts) {
    room -= bytesOf(part);
    if (room < 0) break;
    taken += part;
  }
  return taken;
}

const encoder = new TextEncoder();
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
