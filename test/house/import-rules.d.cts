type Names = Readonly<Record<string, readonly string[]>>;

interface Supply {
  readonly imports: readonly string[];
  readonly because: string;
}

declare const table: {
  readonly layers: Names;
  readonly folders: Names;
  readonly supplies: Readonly<Record<string, Supply>>;
};
export = table;
