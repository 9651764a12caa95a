/** The rows of one channel, packed as in PSD and TIFF (PackBits). */
export interface PackedRows {
  /** Length of each packed row in bytes, as 16-bit numbers. */
  readonly lengths: Buffer;
  readonly pieces: Buffer[];
  bytes: number;
}

interface Plane {
  readonly width: number;
  /** The first row, and the number of rows. */
  readonly top: number;
  readonly height: number;
  /** Index of the channel among `channels` interleaved samples. */
  readonly channel: number;
  readonly channels: number;
}

const LONGEST = 128;

/** Packs rows of one channel of interleaved samples and adds them to `packed`. */
export function packRows(packed: PackedRows, samples: Uint8Array, plane: Plane): void {
  const { width, top, height, channel, channels } = plane;
  const row = new Uint8Array(width);
  const room = Buffer.allocUnsafe(height * (width + Math.ceil(width / LONGEST)));
  let end = 0;
  for (let y = 0; y < height; y += 1) {
    let from = y * width * channels + channel;
    for (let x = 0; x < width; x += 1, from += channels) row[x] = samples[from] ?? 0;
    const begun = end;
    end = packRow(row, room, end);
    packed.lengths.writeUInt16BE(end - begun, (top + y) * 2);
  }
  // copied, so that the memory of `room` that was not used is freed
  packed.pieces.push(Buffer.from(room.subarray(0, end)));
  packed.bytes += end;
}

/** Packs one row into `room` starting at `at`; returns the end of the packed row. */
function packRow(row: Uint8Array, room: Uint8Array, at: number): number {
  let end = at;
  let x = 0;
  while (x < row.length) {
    const run = runAt(row, x);
    if (run >= 3) {
      room[end] = 257 - run;
      room[end + 1] = row[x] ?? 0;
      end += 2;
      x += run;
      continue;
    }
    let stop = x + run;
    while (stop < row.length && stop - x < LONGEST && !isRun(row, stop)) stop += 1;
    const count = Math.min(LONGEST, stop - x);
    room[end] = count - 1;
    end += 1;
    for (const last = x + count; x < last; x += 1, end += 1) room[end] = row[x] ?? 0;
  }
  return end;
}

function runAt(row: Uint8Array, x: number): number {
  const value = row[x];
  let end = x + 1;
  while (end < row.length && end - x < LONGEST && row[end] === value) end += 1;
  return end - x;
}

function isRun(row: Uint8Array, x: number): boolean {
  return x + 2 < row.length && row[x] === row[x + 1] && row[x] === row[x + 2];
}

/**
 * Unpacks one row into `row`; returns whether its bytes fill `row`. Surplus bytes at the end are ignored, as
 * libtiff does, because some programs pad rows.
 */
export function unpackRow(packed: Uint8Array, row: Uint8Array): boolean {
  let end = 0;
  for (let at = 0; at < packed.length && end < row.length;) {
    const head = packed[at]!;
    at += 1;
    if (head === LONGEST) continue;
    const isRepeat = head > LONGEST;
    const count = Math.min(isRepeat ? 257 - head : head + 1, row.length - end);
    const stop = at + (isRepeat ? 1 : count);
    if (stop > packed.length) return false;
    if (isRepeat) row.fill(packed[at]!, end, end + count);
    else row.set(packed.subarray(at, stop), end);
    at = stop;
    end += count;
  }
  return end === row.length;
}
