import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sha256File } from '#electron/base/files.ts';
import { systemClock } from '#electron/base/clock.ts';
import type { DemoRecords } from '#electron/demo/types.ts';
import { readLedger } from '#electron/adapters/ledger/open.ts';

/** The folders of one round, in which the command is started and killed several times. */
export interface Place {
  readonly data: string;
  readonly drop: string;
  readonly out: string;
  /** SHA-256 of every photo that was dropped, by name. */
  readonly photos: Map<string, string>;
}

/**
 * Returns a description of each mistake that is found after the last run, which was not killed; an empty list
 * if nothing was lost or bought twice.
 */
export async function wrongs(place: Place, records: DemoRecords): Promise<string[]> {
  return [
    ...atTheService(place, records),
    ...(await inTheLedger(place)),
    ...(await amongThePhotos(place)),
    ...leftBehind(place),
  ];
}

/** Checks in the records of the service that each photo was bought once. */
function atTheService(place: Place, { executions, executionsByTask }: DemoRecords): string[] {
  const photos = new Map<string, number>();
  for (const { photoSha256 } of executions) {
    const photo = photoSha256 ?? 'unknown';
    photos.set(photo, (photos.get(photo) ?? 0) + 1);
  }
  const twice = [...photos].filter(([, times]) => times > 1);
  const shared = Object.entries(executionsByTask).filter(([, times]) => (times ?? 0) > 1);
  return [
    ...twice.map(([photo, times]) => `photo ${photo} was executed ${times} times`),
    ...shared.map(([task, times]) => `task ${task} holds ${times} executions`),
    ...(photos.size === place.photos.size
      ? []
      : [`${photos.size} of ${place.photos.size} photos were executed`]),
  ];
}

/** Checks that each job is done and all its results are complete on disk, without other files next to them. */
async function inTheLedger({ data, out, photos }: Place): Promise<string[]> {
  const opened = readLedger(data, systemClock);
  if (!opened.ok) return [opened.problem.message];
  const ledger = opened.value;
  const wrong: string[] = [];
  const files = new Set<string>();
  try {
    const { done, ...rest } = ledger.jobs.count();
    if (done !== photos.size) wrong.push(`${done} of ${photos.size} done: ${JSON.stringify(rest)}`);
    for (const id of ledger.jobs.list(['done'], photos.size + 1)) {
      const results = ledger.results.ofJob(id);
      if (results.filter((r) => r.kind === 'image').length !== 1) {
        wrong.push(`job ${id} has ${results.length} results`);
      }
      for (const { delivered } of results) {
        if (delivered === null) wrong.push(`job ${id} has a result that was not delivered`);
        else if (!existsSync(delivered.file)) wrong.push(`${delivered.file} is missing`);
        else if ((await sha256File(delivered.file)) !== delivered.sha256) {
          wrong.push(`${delivered.file} is incomplete`);
        } else files.add(delivered.file);
      }
    }
  } finally {
    ledger.close();
  }
  const there = filesIn(out);
  return [
    ...wrong,
    ...there.filter((file) => !files.has(file)).map((file) => `${file} belongs to no job`),
  ];
}

/** Checks that each photo is in Processed with its original content, and nowhere else. */
async function amongThePhotos({ drop, photos }: Place): Promise<string[]> {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const file of filesIn(drop)) {
    const path = relative(drop, file);
    const name = path.replace(/^Processed\//, '');
    const sha256 = photos.get(name);
    if (sha256 === undefined || path === name) wrong.push(`${path} is still in the hot folder`);
    else if ((await sha256File(file)) !== sha256) wrong.push(`${path} was changed`);
    else seen.add(name);
  }
  if (seen.size !== photos.size) wrong.push(`${seen.size} of ${photos.size} photos were found`);
  return wrong;
}

/** Checks that no copy, download or unfinished file is left in the data folder. */
function leftBehind({ data }: Place): string[] {
  const left = filesIn(join(data, 'work'));
  const unfinished = filesIn(data).filter((file) => file.includes('.darkslide-part'));
  return [...left, ...unfinished].map((file) => `${relative(data, file)} was left behind`);
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((entry) => join(folder, entry))
    .filter((path) => statSync(path).isFile());
}
