import { t } from './texts.svelte.ts';

/** The named groups that the patterns find. */
type Found = Readonly<Record<'from' | 'to' | 'colour' | 'share', string>>;

/**
 * Texts for the changes that the image process makes to photos and masks before the upload. Each text has a pattern
 * for the English words with which the process describes the change.
 */
const changes: readonly (readonly [words: RegExp, say: (found: Found) => string])[] = [
  [/^unchanged$/, () => t('queue.change.none')],
  [/^pixels unchanged$/, () => t('queue.change.noPixels')],
  [/^labelled as (?<to>.+)$/, (found) => t('queue.change.labelled', found)],
  [/^metadata removed$/, () => t('queue.change.metadata')],
  [/^turned upright$/, () => t('queue.change.upright')],
  [/^from the camera's (?<from>.+)$/, (found) => t('queue.change.preview', found)],
  [/^(?<from>\d+ × \d+)$/, (found) => t('queue.change.size', found)],
  [/^(?<from>\d+ × \d+) of a RAW of (?<to>.+)$/, (found) => t('queue.change.sizeOfRaw', found)],
  [/^from (?<from>\d+) to (?<to>\d+) bits$/, (found) => t('queue.change.bits', found)],
  [/^from (?<from>.+) to (?<to>sRGB)$/, (found) => t('queue.change.colours', found)],
  [/^padded to (?<to>.+) with (?<colour>.+)$/, (found) => t('queue.change.padded', found)],
  [/^scaled from (?<from>.+) to (?<to>.+)$/, (found) => t('queue.change.scaled', found)],
  [/^saved as (?<to>.+)$/, (found) => t('queue.change.saved', found)],
  [/^quality (?<to>\d+)$/, (found) => t('queue.change.quality', found)],
  [/^opaque areas are kept$/, () => t('queue.change.opaque')],
  [/^white areas are kept$/, () => t('queue.change.white')],
  [/^the drawn area is kept$/, () => t('queue.change.drawn')],
  [/^in steps of (?<to>.+)$/, (found) => t('queue.change.steps', found)],
  [/^drawn at (?<to>.+)$/, (found) => t('queue.change.drawnAt', found)],
  [/^(?<share>.+ %) of the photo stays$/, (found) => t('queue.change.stays', found)],
];

/** Translates a change to a photo or a mask into the current language. Unknown changes stay in English. */
export function changeText(words: string): string {
  for (const [pattern, say] of changes) {
    const match = pattern.exec(words);
    // the cast is safe, because each pattern contains all groups that its text needs
    if (match !== null) return say({ ...match.groups } as unknown as Found);
  }
  return words;
}
