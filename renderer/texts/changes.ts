import { t, type TextKey } from './texts.svelte.ts';

/** Changes that made a photo or a mask valid for the service, as the image process reports them. */
const changes: readonly (readonly [words: RegExp, key: TextKey])[] = [
  [/^unchanged$/, 'queue.change.none'],
  [/^pixels unchanged$/, 'queue.change.noPixels'],
  [/^labelled as (?<to>.+)$/, 'queue.change.labelled'],
  [/^metadata removed$/, 'queue.change.metadata'],
  [/^turned upright$/, 'queue.change.upright'],
  [/^from the camera's (?<from>.+)$/, 'queue.change.preview'],
  [/^(?<from>\d+ × \d+)$/, 'queue.change.size'],
  [/^(?<from>\d+ × \d+) of a RAW of (?<to>.+)$/, 'queue.change.sizeOfRaw'],
  [/^from (?<from>\d+) to (?<to>\d+) bits$/, 'queue.change.bits'],
  [/^from (?<from>.+) to (?<to>sRGB)$/, 'queue.change.colours'],
  [/^padded to (?<to>.+) with (?<colour>.+)$/, 'queue.change.padded'],
  [/^scaled from (?<from>.+) to (?<to>.+)$/, 'queue.change.scaled'],
  [/^saved as (?<to>.+)$/, 'queue.change.saved'],
  [/^quality (?<to>\d+)$/, 'queue.change.quality'],
  [/^opaque areas are kept$/, 'queue.change.opaque'],
  [/^white areas are kept$/, 'queue.change.white'],
  [/^the drawn area is kept$/, 'queue.change.drawn'],
  [/^in steps of (?<to>.+)$/, 'queue.change.steps'],
  [/^drawn at (?<to>.+)$/, 'queue.change.drawnAt'],
  [/^(?<share>.+ %) of the photo stays$/, 'queue.change.stays'],
];

/** Returns a change to a photo or a mask in the current language; an unknown one as reported. */
export function changeText(words: string): string {
  for (const [pattern, key] of changes) {
    const match = pattern.exec(words);
    if (match !== null) return t(key, { ...match.groups });
  }
  return words;
}
