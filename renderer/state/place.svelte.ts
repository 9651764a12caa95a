/** The rooms of the window, in the order of the rail. */
export const rooms = ['folders', 'retouch', 'queue', 'library', 'models', 'settings'] as const;
export type Room = (typeof rooms)[number];

/** The open room and what it shows, kept in the address so that links and Back work. */
export interface Place {
  readonly room: Room;
  readonly query: URLSearchParams;
}

function read(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  return {
    room: rooms.find((room) => room === path) ?? 'folders',
    query: new URLSearchParams(query),
  };
}

let shown = location.hash;
const opened = read(shown);
let place = $state.raw(opened);
/** Changes only with the room, so that an address change within the room does not recreate it. */
let openRoom = $state(opened.room);
addEventListener('hashchange', follow);

/** Reads the address again if it has changed. */
function follow(): void {
  if (location.hash === shown) return;
  shown = location.hash;
  place = read(shown);
  openRoom = place.room;
}

export function here(): Place {
  return place;
}

/** Returns the room of `here`. */
export function hereRoom(): Room {
  return openRoom;
}

/** Returns the address of a room, for links. Leaves out undefined parameters. */
export function addressOf(
  room: Room,
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  const text = new URLSearchParams(given).toString();
  return `#/${room}${text === '' ? '' : `?${text}`}`;
}

export function go(room: Room, query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = addressOf(room, query);
  // The event arrives later, and the next key may come before it.
  follow();
}

/** Like `go`, but adds no step for Back: for typing, and for selecting in a list. */
export function change(room: Room, query: Readonly<Record<string, string | undefined>>): void {
  location.replace(addressOf(room, query));
  follow();
}
