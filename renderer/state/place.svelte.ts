/** The rooms of the window, in the order of the rail. */
export const rooms = ['folders', 'retouch', 'queue', 'library', 'models', 'settings'] as const;
export type Room = (typeof rooms)[number];

/** Where the person is: a room and what it shows, kept in the address so that links and Back work. */
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

let place = $state.raw(read(location.hash));
addEventListener('hashchange', () => (place = read(location.hash)));

export function here(): Place {
  return place;
}

/** The address of a room, for links. Conditions that are undefined are left out. */
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
}

/** Like `go`, without a step for Back: for what is typed, and for what is chosen in a list. */
export function change(room: Room, query: Readonly<Record<string, string | undefined>>): void {
  location.replace(addressOf(room, query));
}
