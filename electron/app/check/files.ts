import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { jobStates } from '#shared/job.ts';
import type { Problem } from '#shared/problem.ts';
import { errorCode, isLeftoverName, removeLeftover, sha256File } from '../../base/files.ts';
import { below } from '../../base/paths.ts';
import { failedFolder } from '../../engine/intake/names.ts';
import { backupsOf } from '../../adapters/ledger/backup.ts';
import type { Ledger } from '../../adapters/ledger/open.ts';

/** A problem that the check has found. */
export type Finding =
  | { readonly kind: 'ledger-damaged'; readonly detail: string }
  /** Number of jobs that were admitted, and number of jobs that the ledger lists; they should be equal. */
  | { readonly kind: 'sum-wrong'; readonly admitted: number; readonly listed: number }
  | { readonly kind: 'job-unreadable'; readonly job: number; readonly problem: Problem }
  | { readonly kind: 'purchases-unreadable'; readonly lines: number }
  /** `file`: absolute path. */
  | {
      readonly kind: 'backup-damaged' | 'work-left' | 'unfinished-file';
      readonly file: string;
    }
  | {
      readonly kind: 'result-missing' | 'result-changed';
      readonly file: string;
      readonly job: number;
    }
  | {
      readonly kind: 'task-unknown';
      readonly taskId: string;
      readonly job: number;
      readonly name: string;
      /** The service's own message. */
      readonly words: string;
    };

/** Maximum number of jobs to list, in practice unlimited: only their ids are read, which need little memory. */
const EVERY_JOB = 1_000_000_000;

/** Finds copies and downloads that belong to ended or unknown jobs. */
export async function workFindings(ledger: Ledger, folder: string): Promise<Finding[]> {
  const work = join(folder, 'work');
  const open = new Set(ledger.jobs.list(['waiting', 'running', 'held'], EVERY_JOB).map(String));
  // `own` contains photos for custom models and scenes, which Darkslide cleans up each time it starts
  const left = (await namesIn(work)).filter((name) => name !== 'own' && !open.has(name));
  return left.map((name) => ({
    kind: 'work-left',
    file: join(work, name),
  }));
}

/** Finds unfinished files in output folders, hot folders and the data folder. */
export async function unfinishedFindings(ledger: Ledger, folder: string): Promise<Finding[]> {
  const folders = new Set([folder, backupsOf(folder)]);
  for (const { path, outFolder } of ledger.hotFolders.all()) {
    for (const each of [path, join(path, failedFolder), outFolder]) folders.add(each);
  }
  for (const id of ledger.jobs.list(jobStates, EVERY_JOB)) {
    const job = ledger.jobs.load(id);
    if (job.ok) folders.add(below(job.value.outFolder, job.value.subFolder));
    for (const { delivered, target } of ledger.results.ofJob(id)) {
      const file = delivered?.file ?? target?.file;
      if (file !== undefined) folders.add(dirname(file));
    }
  }
  const findings: Finding[] = [];
  for (const each of folders) {
    for (const name of (await namesIn(each)).filter(isLeftoverName)) {
      const file = join(each, name);
      findings.push({ kind: 'unfinished-file', file });
    }
  }
  return findings;
}

/** Finds delivered files that are missing or have changed; `deep` reads their content. */
export async function resultFindings(
  ledger: Ledger,
  deep: boolean,
  signal: AbortSignal,
): Promise<{ readonly findings: Finding[]; readonly count: number }> {
  const findings: Finding[] = [];
  let count = 0;
  for (const job of ledger.jobs.list(jobStates, EVERY_JOB)) {
    for (const { id, delivered } of ledger.results.ofJob(job)) {
      if (delivered === null) continue;
      count += 1;
      const { file } = delivered;
      const size = await sizeOf(file);
      // If Darkslide was interrupted while writing a rating or pick, the file may have the content from before or
      // after.
      const contents = [delivered, ledger.writtenMarks.targetOf(id) ?? delivered];
      const known = contents.filter(({ bytes }) => bytes === size).map(({ sha256 }) => sha256);
      if (size === null) {
        findings.push({ kind: 'result-missing', job, file });
      } else if (known.length === 0 || (deep && !known.includes(await sha256File(file, signal)))) {
        findings.push({ kind: 'result-changed', job, file });
      }
    }
  }
  return { findings, count };
}

/**
 * Removes leftovers: copies in the data folder, and unfinished files owned by the current user. Never removes anything
 * else.
 */
export async function repair(finding: Finding): Promise<boolean> {
  if (finding.kind === 'unfinished-file') return removeLeftover(finding.file);
  if (finding.kind !== 'work-left') return false;
  await rm(finding.file, { recursive: true, force: true });
  return true;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    return []; // results in an unreachable output folder are reported as missing
  }
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
