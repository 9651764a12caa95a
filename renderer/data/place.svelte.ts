/** The views of the window, in the order of the rail. */
export const views = [
  'folders',
  'retouch',
  'queue',
  'library',
  'models',
  'costs',
  'settings',
] as const;
export type View = (typeof views)[number];

/** The open view and what the view shows, kept in the page's URL so that links and Back work. */
export interface Place {
  readonly view: View;
  readonly query: URLSearchParams;
}

function read(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    view: views.find((view) => view === path) ?? 'folders',
    query: new URLSearchParams(query),
  };
}

let shown = location.hash;
const opened = read(shown);
let place = $state.raw(opened);
/** Changes only when another view opens, so that a new URL within the same view does not recreate the view. */
let openView = $state(opened.view);
addEventListener('hashchange', follow);

/** Reads the URL again if it has changed. */
function follow(): void {
  if (location.hash === shown) return;
  shown = location.hash;
  place = read(shown);
  openView = place.view;
}

export function here(): Place {
  return place;
}

/** Returns the open view. Unlike `here().view`, the result does not change when only the query changes. */
export function hereView(): View {
  return openView;
}

/** Returns the address of a view, for links. Leaves out undefined parameters. */
export function addressOf(
  view: View,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(given).toString();
  return `#/${view}${text === '' ? '' : `?${text}`}`;
}

export function go(view: View, query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = addressOf(view, query);
  // The `hashchange` event arrives later, and the user may press another key before it arrives.
  follow();
}

/** Like `go`, but adds no step for Back. Used for typing and for selecting in a list. */
export function change(view: View, query: Readonly<Record<string, string | undefined>>): void {
  location.replace(addressOf(view, query));
  follow();
}
