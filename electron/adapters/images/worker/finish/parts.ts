/** Marked pixels beside each other in one row, from position `start` to before `end`. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Connected pixels. */
export interface Part {
  readonly runs: Run[];
  pixels: number;
}

/** Returns the connected parts of the pixels that are marked with 1; pixels with a common side are connected. */
export function partsOf(marked: Uint8Array, width: number): Part[] {
  const runs = runsOf(marked, width);
  // each run leads to another run of its part, and finally to the part's first run
  const leads = Int32Array.from(runs, (_, n) => n);
  const firstOf = (run: number): number => {
    let first = run;
    while (leads[first] !== first) first = leads[first] = leads[leads[first]!]!;
    return first;
  };
  let above = 0;
  for (const [n, { start, end }] of runs.entries()) {
    while (runs[above]!.end <= start - width) above += 1;
    for (let other = above; runs[other]!.start < end - width; other += 1) {
      const [one, two] = [firstOf(n), firstOf(other)];
      leads[Math.max(one, two)] = Math.min(one, two);
    }
  }
  const parts = new Map<number, Part>();
  for (const [n, run] of runs.entries()) {
    const part = parts.get(firstOf(n)) ?? { runs: [], pixels: 0 };
    part.runs.push(run);
    part.pixels += run.end - run.start;
    parts.set(firstOf(n), part);
  }
  return [...parts.values()];
}

/** Checks whether a part has pixels at the border of the picture. */
export function touchesBorder({ runs }: Part, width: number, height: number): boolean {
  return runs.some(({ start, end }) => {
    const y = Math.floor(start / width);
    return y === 0 || y === height - 1 || start % width === 0 || end % width === 0;
  });
}

/** Returns the runs of marked pixels, row by row. */
export function runsOf(marked: Uint8Array, width: number): Run[] {
  const runs: Run[] = [];
  for (let row = 0; row < marked.length; row += width) {
    const own = marked.subarray(row, row + width);
    for (let start = own.indexOf(1); start !== -1;) {
      const next = own.indexOf(0, start);
      const end = next === -1 ? width : next;
      runs.push({ start: row + start, end: row + end });
      start = end === width ? -1 : own.indexOf(1, end);
    }
  }
  return runs;
}
