import { extname } from 'node:path';

/** Folders that a hot folder makes itself, at its top. */
export const processedFolder = 'Processed';
export const failedFolder = 'Failed';
/** Where the files lie that tickets name: masks and further images, which are no photos to work on. */
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
  // the small JPEG that cameras put beside a film
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
 * Names that programs give to files they have not finished, and to files of their own (F52): left
 * alone until they are renamed. FTP servers' `.in.name.` is a hidden name like others. Case does not matter.
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

/** Folders of the system, of network drives and of previews, and hidden ones. */
export function isJunkFolder(name: string): boolean {
  return name.startsWith('.') || junkFolders.has(name.toLowerCase());
}

/** Whether a folder at the top of a hot folder is one of its own, whose images are not taken. */
export function isOwnFolder(relative: string): boolean {
  const folded = relative.toLowerCase();
  return [processedFolder, failedFolder, ticketsFolder].some((own) => own.toLowerCase() === folded);
}

/** The same of a folder that a person gave: all but what tickets name is taken. */
export function isTicketsFolder(relative: string): boolean {
  return relative.toLowerCase() === ticketsFolder.toLowerCase();
}

/** Whether a scan would have found this path: no part of it is junk or left out. */
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

/** Whether a name says that its file is a photo. */
export function hasPhotoName(name: string): boolean {
  return rasters.has(extname(name).toLowerCase()) || hasRawName(name);
}

/** Camera files, whose beginnings are as many as there are makers. */
export function hasRawName(name: string): boolean {
  return raws.has(extname(name).toLowerCase());
}

const natural = new Intl.Collator('en', { numeric: true });

/** The order a person counts in: IMG_2 before IMG_10. Total, so that twin names keep their places. */
export function inNaturalOrder(a: string, b: string): number {
  if (a === b) return 0;
  return natural.compare(a, b) || (a < b ? -1 : 1);
}
