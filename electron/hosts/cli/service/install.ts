import { lchown, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { failure } from '#shared/failure.ts';
import { success, type Failure, type Outcome } from '#shared/problem.ts';
import { systemClock } from '../../../base/clock.ts';
import { diskProblem, errorCode, writeWhole } from '../../../base/files.ts';
import type { Environment } from '../../../base/environment.ts';
import { readKeyFile, writeKeyFile, type Owner } from './key-file.ts';
import type { Manager } from './manager.ts';
import { changedLines, STOP_SECONDS, type ServicePlan } from './plan.ts';
import { runProgram } from './run.ts';

export interface InstalledService {
  /** The file of the definition. */
  readonly file: string;
  /** The changed lines of the definition; null if the service is new. */
  readonly changes: readonly string[] | null;
}

export interface Installation {
  readonly manager: Manager;
  readonly plan: ServicePlan;
  readonly env: Environment;
  /** The owner of the files that the service writes; null for the current user. */
  readonly owner: Owner | null;
  /** The API key to store, and its file; null leaves the stored key unchanged. */
  readonly key: { readonly file: string; readonly text: string } | null;
}

/** Interval in ms between two checks of whether a service has ended, and between two attempts of a command. */
const LOOK = 500;
/** Time in ms during which a failing command is repeated, if it may succeed later. */
const TRIES = 30_000;

/** Returns the path of the definition of a service. */
export function definitionFile({ folder, around: [before, after] }: Manager, name: string): string {
  return join(folder, `${before}${name}${after}`);
}

/**
 * Writes the definition of a service and activates it, replacing the previous one. If the service manager refuses,
 * restores the previous definition. Problems: those of the disk, service-key-file, service-manager.
 */
export async function install(installation: Installation): Promise<Outcome<InstalledService>> {
  const { manager, plan, env, owner, key } = installation;
  const file = definitionFile(manager, plan.name);
  const text = manager.text(plan);
  const before = await readDefinition(file, manager);
  try {
    await mkdir(manager.folder, { recursive: true });
    await makeOwn(plan.folder, owner);
  } catch (error) {
    return failure(diskProblem(error, plan.folder));
  }
  const isNewKey = key !== null && !isKept(key.file, key.text);
  if (isNewKey) {
    const kept = await writeKeyFile(key.file, key.text, owner);
    if (!kept.ok) return kept;
  }
  const changes = before === null ? null : changedLines(before, text);
  // If definition and key are unchanged, the service keeps running.
  const isOther = before !== null && (before !== text || isNewKey);
  if (isOther && manager.endsFirst) await endAndWait(manager, plan.name, env);
  const written = await writeDefinition(file, text, manager);
  if (!written.ok) return written;
  const applied = await obey(manager, manager.apply(plan.name, isOther), env);
  if (applied.ok) return success({ file, changes });
  if (before === null) {
    for (const left of [file, ...(isNewKey ? [key.file] : [])]) await rm(left, { force: true });
  } else await writeDefinition(file, before, manager);
  const again = before === null ? manager.forget(plan.name) : manager.apply(plan.name, true);
  await obey(manager, again, env);
  return applied;
}

function isKept(file: string, key: string): boolean {
  const kept = readKeyFile(file);
  return kept.ok && kept.value === key;
}

/** Creates a folder for the owner; an existing folder keeps its owner. */
async function makeOwn(folder: string, owner: Owner | null): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const isMade = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: unknown) => {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    },
  );
  if (!isMade) return;
  // Does not follow links: if another process has replaced the folder with a link, only the link changes its owner.
  if (owner !== null) await lchown(folder, owner.uid, owner.gid);
}

/** Ends a service and removes its definition, which must exist. Problems: those of the disk, service-manager. */
export async function uninstall(
  manager: Manager,
  name: string,
  env: Environment,
): Promise<Outcome<void>> {
  const file = definitionFile(manager, name);
  await endAndWait(manager, name, env);
  try {
    await rm(file, { force: true });
  } catch (error) {
    return failure(diskProblem(error, file));
  }
  return obey(manager, manager.forget(name), env);
}

/** Returns the state of a service from the service manager; null if the manager does not know the service. */
export async function stateOf(manager: Manager, name: string, env: Environment) {
  return manager.read(await runProgram(manager.ask(name), env));
}

/** Returns the text of a definition; null if there is none. */
export async function readDefinition(file: string, { encoding }: Manager): Promise<string | null> {
  const text = await readFile(file, encoding).catch(() => null);
  return text?.replace(/^\uFEFF/u, '') ?? null;
}

function writeDefinition(file: string, text: string, { encoding }: Manager) {
  const mark = encoding === 'utf16le' ? '\uFEFF' : '';
  return writeWhole(
    resolve(file),
    (handle) => handle.writeFile(Buffer.from(`${mark}${text}`, encoding)),
    Math.random,
  );
}

async function endAndWait(manager: Manager, name: string, env: Environment): Promise<void> {
  const clock = systemClock;
  for (const words of manager.end(name)) await runProgram(words, env);
  if (!manager.endsFirst) return;
  const deadline = clock.mono() + STOP_SECONDS * 1000;
  while (clock.mono() < deadline && (await stateOf(manager, name, env)) !== null) {
    await clock.sleep(LOOK);
  }
}

/** Runs commands of the service manager until one fails. */
async function obey(
  manager: Manager,
  commands: readonly (readonly string[])[],
  env: Environment,
): Promise<Outcome<void>> {
  const clock = systemClock;
  for (const words of commands) {
    const deadline = clock.mono() + TRIES;
    for (;;) {
      const ran = await runProgram(words, env);
      if (ran.status === 0) break;
      if (ran.status !== null && ran.status === manager.notYet && clock.mono() < deadline) {
        await clock.sleep(LOOK);
        continue;
      }
      return refused(manager, words, ran.said);
    }
  }
  return success();
}

function refused({ name }: Manager, words: readonly string[], said: string): Failure {
  const command = words.join(' ').slice(0, 300);
  return failure(
    'service-manager.command',
    { name, command, words: said.slice(0, 500) },
    { about: name, detail: said },
  );
}
