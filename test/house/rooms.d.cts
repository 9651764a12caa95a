declare const rooms: Readonly<Record<string, readonly string[]>>;
export = rooms;
