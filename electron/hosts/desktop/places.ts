/** Scheme of the page and its files. */
export const PAGE_SCHEME = 'darkslide';
/** Scheme of the pictures, by ledger ids. */
export const MEDIA_SCHEME = 'darkslide-media';

export const ORIGIN = `${PAGE_SCHEME}://app`;
/** The address of the page; a room follows as its hash. */
export const PAGE = `${ORIGIN}/`;

/** Whether an address is that of the page, whatever room it shows. */
export function isOurPage(address: string): boolean {
  return address.split('#')[0] === PAGE;
}

/** Whether an origin, with or without a slash, is ours. */
export function isOfOurPage(origin: string): boolean {
  return origin === ORIGIN || origin === PAGE;
}
