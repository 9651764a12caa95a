import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import { errorCode, writeWhole } from '../../base/files.ts';
import { readRegularSync } from '../../base/regular-file.ts';
import { rootsSchema } from './roots.ts';

/** Maximum size in bytes. */
const MOST = 20_000;

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const schema = v.strictObject({
  format: v.literal(1),
  /** Chosen when the station joined; identifies it in the shared studio. */
  station: v.pipe(v.string(), v.uuid()),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  studio: text,
  host: text,
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  database: text,
  user: text,
  password: v.nullable(text),
  certificateFile: v.nullable(text),
  /** Folders that other stations reach too, perhaps at other paths. */
  roots: v.optional(rootsSchema, {}),
  /** Which photos of shared hot folders the station processes: those of all stations, those it offered, or none. */
  takes: v.optional(v.picklist(['all', 'own', 'none']), 'own'),
});

/** The shared studio that a station has joined, and how to reach it. */
export type StationFile = Readonly<v.InferOutput<typeof schema>>;

/**
 * Returns the path of the file beside the ledger; only the owner may read the file, because it contains the password.
 */
export function stationFile(folder: string): string {
  return join(folder, 'station.json');
}

/**
 * Reads the file in the folder of a ledger; null outside a shared studio. Problem: station-file, if the file
 * is damaged or others may read it. The problem is not ignored, because a station that has joined must not buy alone.
 */
export function readStationFile(folder: string): Outcome<StationFile | null> {
  const file = stationFile(folder);
  const refused = failure('station-file', { file }, { about: file });
  let isOpen = false;
  try {
    const content = readRegularSync(file, { most: MOST }, ({ mode }) => {
      // on Windows, permissions are stored elsewhere
      isOpen = process.platform !== 'win32' && (mode & 0o077) !== 0;
    });
    const parsed = v.safeParse(schema, JSON.parse(content.toString('utf8')));
    return parsed.success && !isOpen ? success(parsed.output) : refused;
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? success(null) : refused;
  }
}

/**
 * Reads the file of a station whose ledger says that it has joined the studio `joined`; null for a station that works
 * alone. Problem: station-file, also if the file of a station that has joined is missing.
 */
export function readJoinedFile(folder: string, joined: string | null): Outcome<StationFile | null> {
  const read = readStationFile(folder);
  if (!read.ok || read.value !== null || joined === null) return read;
  const file = stationFile(folder);
  return failure('station-file.missing', { file, studio: joined }, { about: file });
}

/** Writes the file so that only its owner can read it. Problems: those of the disk. */
export function writeStationFile(
  folder: string,
  content: v.InferInput<typeof schema>,
): Promise<Outcome<void>> {
  return writeWhole(
    stationFile(folder),
    async (handle) => {
      await handle.chmod(0o600);
      await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`);
    },
    Math.random,
  );
}

export async function removeStationFile(folder: string): Promise<void> {
  await rm(stationFile(folder), { force: true });
}
