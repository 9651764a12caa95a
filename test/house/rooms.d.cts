type Names = Readonly<Record<string, readonly string[]>>;

declare const table: { readonly layers: Names; readonly rooms: Names };
export = table;
