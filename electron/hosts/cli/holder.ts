import { realpathSync } from 'node:fs';
import { failure } from '#shared/failure.ts';
import { success, type Outcome } from '#shared/problem.ts';
import type { Holder } from '#shared/views/command-line.ts';
import { folderUser } from '../../app/command-line/folder-user.ts';
import {
  ledgerOfService,
  usualLedgerFolder,
  type MeantLedger,
} from '../../app/command-line/setup.ts';
import { systemClock } from '../../base/clock.ts';
import { errorCode } from '../../base/files.ts';
import { connectTo, type Connection } from '../socket/client.ts';
import { readControlFile } from '../socket/control-file.ts';
import type { Context } from './context.ts';

/** Returns the ledger that a command uses. Problem: service-bad-url. */
export function meantLedger(context: Context, on: 'ledger' | undefined): Outcome<MeantLedger> {
  return on === 'ledger'
    ? success({ folder: usualLedgerFolder(context) })
    : ledgerOfService(context);
}

/**
 * Returns the Darkslide that is open on the data folder; a command without --service uses the service of that
 * Darkslide. Null if the command names a service or needs none (`on`), or if no Darkslide is open. Problems: those of
 * `connectTo`.
 */
export async function findNamed(
  context: Context,
  on: 'ledger' | undefined,
): Promise<Outcome<Connection | null>> {
  const { start } = context;
  if (start.service !== null || on === 'ledger') return success(null);
  const demo = ledgerOfService(context);
  return demo.ok ? firstAnswer(context, [start.dataFolder, demo.value.folder], () => true) : demo;
}

/**
 * Returns the Darkslide that is open on the ledger `meant`; null if none answers. Problems: those of `connectTo`,
 * open-with-other-service.
 */
export async function findHolder(
  context: Context,
  meant: MeantLedger,
): Promise<Outcome<Connection | null>> {
  let other: Holder | null = null;
  // A window in demo mode is found in the data folder itself, not in the folder of the demo's ledger.
  const found = await firstAnswer(context, [meant.folder, context.start.dataFolder], (holder) => {
    if (isAt(holder, meant)) return true;
    other ??= holder;
    return false;
  });
  return found.ok && found.value === null && other !== null ? otherService(context, other) : found;
}

/**
 * Returns the first matching Darkslide that answers in one of these folders; null if there is none. Problems: those of
 * `connectTo`.
 */
export async function firstAnswer(
  { interrupted }: Context,
  folders: readonly string[],
  isMeant: (holder: Holder) => boolean,
): Promise<Outcome<Connection | null>> {
  for (const folder of new Set(folders)) {
    const reached = await connectTo(folder, systemClock, interrupted);
    if (!reached.ok) return reached;
    if (reached.value === null) continue;
    if (isMeant(reached.value.holder)) return reached;
    reached.value.close();
  }
  return success(null);
}

/** Time in ms that a Darkslide that was just started may need before it accepts commands. */
export const STARTING = 3000;

/**
 * Returns whether to try the folder `locked` again: true if the process that has locked it is starting or closing at
 * wall-clock time `now`, or has just ended. Any other process without a socket will never open one.
 */
export function mayAnswer(locked: string, dataFolder: string, now: number): boolean {
  const holder = folderUser(locked);
  if (holder === null) return true;
  const hadSocket = [locked, dataFolder].some((folder) => {
    const control = readControlFile(folder);
    return control.ok && control.value?.pid === holder.pid;
  });
  return hadSocket || !(now - Date.parse(holder.since) >= STARTING);
}

/** Returns whether the Darkslide is open on this ledger with this service. */
export function isAt(holder: Holder, { folder, serviceUrl }: MeantLedger): boolean {
  const isSameService = serviceUrl === undefined || serviceUrl === holder.serviceUrl;
  return isSameService && realPath(holder.dataFolder) === realPath(folder);
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return folder;
  }
}

function otherService({ t }: Context, holder: Holder): Outcome<never> {
  const name = holder.serviceUrl ?? t('demo');
  return failure('open-with-other-service', { name }, { about: name });
}
