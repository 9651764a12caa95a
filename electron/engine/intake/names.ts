import { extname } from 'node:path';
import type { HotFolder } from '../../adapters/ledger/hot-folders.ts';

/** Names of the folders that Darkslide creates at the top of a hot folder. */
export const processedFolder = 'Processed';
export const failedFolder = 'Failed';
/**
 * Name of the folder for files that tickets name: masks and further images, which are not photos to
 * process.
 */
export const ticketsFolder = 'Tickets';

const junkEndings = [
  '.tmp',
  '.temp',
  '.part',
  '.partial',
  '.filepart',
  '.crdownload',
  '.download',
  '.opdownload',
  '.darkslide-part',
  '.lock',
  '.swp',
  // the thumbnail JPEG that cameras store next to a video
  '.thm',
  '~',
];
const junkNames = new Set(['thumbs.db', 'ehthumbs.db', 'desktop.ini', 'icon\r', '__macosx']);
const junkFolders = new Set([
  '@eadir',
  '#recycle',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  '__macosx',
  'captureone',
]);

/**
 * Returns whether programs use this name for unfinished or internal files (F52): such files are
 * ignored until they are renamed. The `.in.name.` files of FTP servers are hidden files like any
 * other. Case does not matter.
 */
export function isJunk(name: string): boolean {
  const folded = name.toLowerCase();
  return (
    folded.startsWith('.') ||
    folded.startsWith('~') ||
    junkNames.has(folded) ||
    junkEndings.some((ending) => folded.endsWith(ending))
  );
}

/** Returns whether a folder is hidden, or belongs to the system, a network drive or previews. */
export function isJunkFolder(name: string): boolean {
  return name.startsWith('.') || junkFolders.has(name.toLowerCase());
}

/**
 * Returns whether a folder at the top of a hot folder was created by Darkslide, so that its images
 * are not admitted.
 */
export function isOwnFolder(relative: string): boolean {
  const folded = relative.toLowerCase();
  return [processedFolder, failedFolder, ticketsFolder].some((own) => own.toLowerCase() === folded);
}

/**
 * Returns a function that tells which subfolders of a hot folder are not searched for photos: Darkslide's own folders,
 * or all of them.
 */
export function leftOutOf({
  subFolders,
}: Pick<HotFolder, 'subFolders'>): (relative: string) => boolean {
  return (relative) => subFolders === 'ignore' || isOwnFolder(relative);
}

/**
 * Returns whether a folder is the tickets folder of a folder that the user added; a scan searches all other folders.
 */
export function isTicketsFolder(relative: string): boolean {
  return relative.toLowerCase() === ticketsFolder.toLowerCase();
}

/**
 * Returns whether a scan would find this path, that is, whether none of its parts is junk or left
 * out.
 */
export function isFound(relative: string, isLeftOut: (relative: string) => boolean): boolean {
  const names = relative.split('/');
  const folders = names.slice(0, -1);
  return (
    !isJunk(names.at(-1) ?? '') &&
    !folders.some((name, i) => isJunkFolder(name) || isLeftOut(names.slice(0, i + 1).join('/')))
  );
}

const rasterEndings = '.jpg .jpeg .jpe .jfif .png .webp .tif .tiff .avif .heic .heif .psd .psb';
const rawEndings =
  '.3fr .arw .cr2 .cr3 .crw .dcr .dng .erf .fff .iiq .kdc .mef .mos .mrw .nef .nrw .orf .pef .raf .raw .rw2 .rwl .sr2 .srf .srw .x3f';
const rasters = new Set(rasterEndings.split(' '));
const raws = new Set(rawEndings.split(' '));

/** Returns whether a file is a photo by its name. */
export function hasPhotoName(name: string): boolean {
  return rasters.has(extname(name).toLowerCase()) || hasRawName(name);
}

/** Returns whether a file is a camera RAW by its name, because the first bytes differ between makers. */
export function hasRawName(name: string): boolean {
  return raws.has(extname(name).toLowerCase());
}

const natural = new Intl.Collator('en', { numeric: true });

/**
 * Compares names so that numbers in them count as numbers: IMG_2 comes before IMG_10. Different names never compare as
 * equal, so their order is always the same.
 */
export function inNaturalOrder(a: string, b: string): number {
  if (a === b) return 0;
  return natural.compare(a, b) || (a < b ? -1 : 1);
}
