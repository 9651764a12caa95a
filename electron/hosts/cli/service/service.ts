import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import { usualDataFolder } from '../../../app/command-line/check-watch.ts';
import { keyToKeep } from '../../../app/command-line/service-key.ts';
import type { Context } from '../context.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { refuse, refuseAll } from '../refuse.ts';
import { accountOf } from './account.ts';
import { givenOptions } from './arguments.ts';
import { checkServiceWatch, type ServiceOptions } from './check-watch.ts';
import {
  definitionFile,
  install,
  readDefinition,
  stateOf,
  uninstall,
  type Installation,
} from './install.ts';
import { managerOf, type Manager } from './manager.ts';
import { isServiceName, type ServicePlan } from './plan.ts';
import { thisProgram } from './this-program.ts';

export interface ScopeOptions {
  readonly system?: true;
}

export interface InstallOptions extends ScopeOptions, ServiceOptions {}

/** Runs `service install`: checks everything that `watch` would refuse, then installs the service. */
export async function installService(
  context: Context,
  name: string,
  options: InstallOptions,
  command: Command,
): Promise<ExitStatus> {
  const { env } = context;
  const found = findManager(context, name, { ...options, isInstalling: true });
  if (!found.ok) return refuse(context, found.problem);
  const manager = found.value;
  const owner = options.user === undefined ? null : await accountOf(options.user, env);
  if (owner !== null && !owner.ok) return refuse(context, owner.problem);
  const folder = await dataFolderFor(context, name, manager, options);
  if (folder === null) return refuse(context, noDataFolder());
  const watchable = await checkServiceWatch(context, options, context.start.access.forData(folder));
  if (!watchable.ok) return refuseAll(context, watchable);
  const words = watchWords(context, options, command, folder, manager);
  const order = { name, options, what: 'hot folder', words, folder } as const;
  return installCommand(context, order, { manager, owner: owner?.value ?? null });
}

/** A command of Darkslide that a service runs. */
interface InstallOrder {
  readonly name: string;
  readonly options: ScopeOptions & Pick<InstallOptions, 'user' | 'print' | 'log'>;
  readonly what: ServicePlan['what'];
  /** Name and arguments of the command. */
  readonly words: readonly string[];
  /** Absolute path of the service's data folder. */
  readonly folder: string;
}

/** Installs a service, or prints its definition. */
export async function installCommand(
  context: Context,
  { name, options, what, words: args, folder }: InstallOrder,
  { manager, owner }: Pick<Installation, 'manager' | 'owner'>,
): Promise<ExitStatus> {
  const { out, t, env } = context;
  const { words, isElectron } = thisProgram(env);
  const plan: ServicePlan = {
    name,
    what,
    scope: scopeOf(options),
    account: options.user ?? null,
    command: [...words, ...args],
    folder,
    isElectron,
  };
  const writable = manager.check(plan);
  if (!writable.ok) return refuse(context, writable.problem);
  const file = definitionFile(manager, name);
  const key = keyToKeep(context.start, keyFileIn(folder), await hasKeyFor(manager, plan));
  if (!key.ok) return refuse(context, key.problem);
  if (options.print === true) {
    const definition = manager.text(plan);
    out.result({ service: { name, file, definition } }, definition.trimEnd());
    return exitStatus.done;
  }
  const installed = await install({
    manager,
    plan,
    env,
    owner,
    key: key.value === null ? null : { file: keyFileIn(folder), text: key.value },
  });
  if (!installed.ok) return refuse(context, installed.problem);
  const { changes } = installed.value;
  const done = changes === null ? 'installed' : changes.length > 0 ? 'changed' : 'unchanged';
  out.result(
    { service: { name, file, data: folder, changes } },
    [
      t(`service.${done}`, { name, file }),
      ...(changes ?? []).map((line) => `  ${line}`),
      t('service.data', { folder }),
      ...(key.value === null ? [] : [t('service.key', { file: keyFileIn(folder) })]),
      t('service.log', { where: logPlace(manager, plan, options.log) }),
    ].join('\n'),
  );
  if (manager.name === 'systemd' && plan.scope === 'user') {
    out.warn(t('service.linger'));
  }
  return exitStatus.done;
}

/** Runs `service uninstall`: also deletes the key; the ledger and the results stay. */
export async function uninstallService(
  context: Context,
  name: string,
  options: ScopeOptions,
): Promise<ExitStatus> {
  const found = findManager(context, name, options);
  if (!found.ok) return refuse(context, found.problem);
  const definition = await readDefinition(definitionFile(found.value, name), found.value);
  if (definition === null) return refuse(context, unknown(found.value, name));
  const ended = await uninstall(found.value, name, context.env);
  if (!ended.ok) return refuse(context, ended.problem);
  const folder = found.value.folderIn(definition);
  if (folder !== null) await rm(keyFileIn(folder), { force: true });
  context.out.result(
    { service: { name, removed: true, data: folder } },
    folder === null
      ? context.t('service.removedOnly', { name })
      : context.t('service.removed', { name, folder }),
  );
  return exitStatus.done;
}

/** Runs `service status`: returns 0 if the service is running, otherwise 1. */
export async function showService(
  context: Context,
  name: string,
  options: ScopeOptions,
): Promise<ExitStatus> {
  const found = findManager(context, name, options);
  if (!found.ok) return refuse(context, found.problem);
  const file = definitionFile(found.value, name);
  if (!(await isFile(file))) return refuse(context, unknown(found.value, name));
  const state = await stateOf(found.value, name, context.env);
  const words = state?.state ?? context.t('service.notLoaded');
  const isRunning = state?.isRunning ?? false;
  context.out.result(
    { service: { name, file, isRunning, state: words } },
    [context.t('service.state', { name, state: words }), file].join('\n'),
  );
  return isRunning ? exitStatus.done : exitStatus.unfinished;
}

/** Runs `service list`. */
export async function listServices(context: Context, options: ScopeOptions): Promise<ExitStatus> {
  const manager = managerFor(context, options);
  if (!manager.ok) return refuse(context, manager.problem);
  const { folder, around } = manager.value;
  const files = await readdir(folder).catch(() => []);
  const [before, after] = around;
  const names = files
    .filter((file) => file.startsWith(before) && file.endsWith(after))
    .map((file) => file.slice(before.length, file.length - after.length))
    .filter(isServiceName)
    .sort();
  for (const name of names) {
    const state = await stateOf(manager.value, name, context.env);
    const words = state?.state ?? context.t('service.notLoaded');
    const isRunning = state?.isRunning ?? false;
    context.out.result({ service: { name, isRunning, state: words } }, `${name}  ${words}`);
  }
  if (names.length === 0) context.out.say(context.t('service.none'));
  return exitStatus.done;
}

function scopeOf({ system }: ScopeOptions): ServicePlan['scope'] {
  return system === true ? 'system' : 'user';
}

function managerFor(context: Context, options: ScopeOptions): Outcome<Manager> {
  const { env } = context;
  // Always the default data folder, so that the service's name alone identifies it.
  const home = usualDataFolder(context);
  const manager = managerOf(process.platform, scopeOf(options), home, env);
  if (manager !== null) return success(manager);
  return failure('system-unsupported', { platform: process.platform });
}

/** Returns the service manager, if the service's name is valid and the user has the permissions. */
export function findManager(
  context: Context,
  name: string,
  options: ScopeOptions &
    Pick<InstallOptions, 'user' | 'print'> & { readonly isInstalling?: boolean },
): Outcome<Manager> {
  const isSystem = options.system === true;
  if (!isServiceName(name)) {
    return failure('usage.service-name', { name: name.slice(0, 100) });
  }
  if (options.user !== undefined && !isSystem) {
    return failure('usage.user-needs-system');
  }
  if (options.isInstalling === true && isSystem && options.user === undefined) {
    return failure('usage.system-needs-user');
  }
  const mayChange = process.getuid === undefined || process.getuid() === 0;
  if (isSystem && !mayChange && options.print !== true) {
    return failure('administrator-needed');
  }
  return managerFor(context, options);
}

/**
 * Returns the data folder of a service. Each service has its own, because only one process at a time can use a data
 * folder; a service that is changed keeps its folder. Null if --data is required.
 */
async function dataFolderFor(
  context: Context,
  name: string,
  manager: Manager,
  options: ScopeOptions,
): Promise<string | null> {
  const { data } = context.options;
  if (data !== undefined) return resolve(data);
  const before = await readDefinition(definitionFile(manager, name), manager);
  const kept = before === null ? null : manager.folderIn(before);
  if (kept !== null || options.system === true) return kept;
  return join(context.start.dataFolder, 'services', name);
}

function noDataFolder(): Problem {
  return failure('usage.system-needs-data').problem;
}

function keyFileIn(folder: string): string {
  return join(folder, 'service-key');
}

/** Returns whether the stored key belongs to this service's URL, because it must not be sent to another URL. */
async function hasKeyFor(manager: Manager, plan: ServicePlan): Promise<boolean> {
  const before = await readDefinition(definitionFile(manager, plan.name), manager);
  if (before === null || manager.folderIn(before) !== plan.folder) return false;
  const addressIn = (definition: string) => /--service=[^\s"<]+/u.exec(definition)?.[0];
  const isSame = addressIn(before) === addressIn(manager.text(plan));
  return isSame && isFile(keyFileIn(plan.folder));
}

/** Returns the arguments of `watch` with absolute paths; only the path of the key's file is included, not the key. */
function watchWords(
  { start }: Context,
  options: InstallOptions,
  command: Command,
  folder: string,
  manager: Manager,
): readonly string[] {
  const log =
    manager.needsLog && options.log === undefined ? [`--log=${join(folder, 'logs')}`] : [];
  return [
    'watch',
    resolve(options.folder),
    ...givenOptions(command, ['folder', 'system', 'user', 'print']),
    ...log,
    ...programWords(start, command, folder, manager),
  ];
}

/** Returns the options of the program for a service, with its own data folder and the file of its key. */
export function programWords(
  { service }: Context['start'],
  command: Command,
  folder: string,
  manager: Manager,
): readonly string[] {
  const program = command.parent?.parent ?? command;
  return [
    ...givenOptions(program, ['data', 'service', 'keyFile', 'json', 'supervised']),
    `--data=${folder}`,
    ...(service === null ? [] : [`--service=${service.url}`, `--key-file=${keyFileIn(folder)}`]),
    ...(manager.name === 'systemd' ? [] : ['--supervised']),
  ];
}

/** Returns the folder of the log, or the command that shows the log. */
function logPlace(manager: Manager, { name, scope, folder }: ServicePlan, log: string | undefined) {
  if (log !== undefined) return resolve(log);
  if (manager.needsLog) return join(folder, 'logs');
  return `journalctl ${scope === 'user' ? '--user ' : ''}-u darkslide-${name}`;
}

function unknown({ folder }: Manager, name: string): Problem {
  return failure('system-service-unknown', { name, folder }).problem;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() ?? false;
}
