/** Scheme of the page and its files. */
export const PAGE_SCHEME = 'darkslide';
/** Scheme of the pictures, by ledger IDs. */
export const MEDIA_SCHEME = 'darkslide-media';

export const ORIGIN = `${PAGE_SCHEME}://app`;
/** The URL of the page; its hash names a view. */
export const PAGE = `${ORIGIN}/`;

/** Returns whether a URL is the page's, in any view. */
export function isOurPage(address: string): boolean {
  return address.split('#')[0] === PAGE;
}

/** Returns whether an origin is the page's, with or without a slash at the end. */
export function isOfOurPage(origin: string): boolean {
  return origin === ORIGIN || origin === PAGE;
}
