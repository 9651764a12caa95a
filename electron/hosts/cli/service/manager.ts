import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '#shared/problem.ts';
import { windowsProgram } from '../../../base/system-program.ts';
import type { Environment } from '../../../base/environment.ts';
import { folderInPlist, launchdLabel, launchdPlist } from './launchd.ts';
import { checkWritable, type ServicePlan } from './plan.ts';
import type { Ran } from './run.ts';
import { folderInUnit, systemdUnit } from './systemd.ts';
import { folderInTask, taskName, taskXml, checkTask } from './task.ts';

type Words = readonly string[];

/** The service manager of a system, with its commands for services of Darkslide. */
export interface Manager {
  readonly name: 'systemd' | 'launchd' | 'Task Scheduler';
  /** The folder in which Darkslide writes definitions. */
  readonly folder: string;
  /** The parts of a definition's file name before and after the name of the service. */
  readonly around: readonly [string, string];
  /** Checks that a definition can contain all values of the plan. Problem: service-unwritable. */
  check(plan: ServicePlan): Outcome<void>;
  text(plan: ServicePlan): string;
  /** Returns the data folder in a definition. */
  folderIn(text: string): string | null;
  readonly encoding: 'utf8' | 'utf16le';
  /** Whether the manager discards output, so that the service needs its own log. */
  readonly needsLog: boolean;
  /** Whether a running service must have ended before a new definition is activated. */
  readonly endsFirst: boolean;
  /** Returns the commands that activate a definition; `isOther` if it replaces a different definition. */
  apply(name: string, isOther: boolean): readonly Words[];
  /**
   * Exit status after which a command of the manager is tried again, because launchd frees a name only after a delay.
   * Null if there is no such status.
   */
  readonly notYet: number | null;
  /** Returns the commands that end a service before its definition is removed. Their failure is ignored. */
  end(name: string): readonly Words[];
  /** Returns the commands to run after the definition has been removed. */
  forget(name: string): readonly Words[];
  /** Returns the command that queries the state. */
  ask(name: string): Words;
  /** Returns the state in the manager's own words; null if it does not know the service. */
  read(answer: Ran): { readonly state: string; readonly isRunning: boolean } | null;
}

export function managerOf(
  platform: NodeJS.Platform,
  scope: ServicePlan['scope'],
  home: string,
  env: Environment,
): Manager | null {
  if (platform === 'linux') return systemd(scope, env);
  if (platform === 'darwin') return launchd(scope);
  return platform === 'win32' ? taskScheduler(home, env) : null;
}

function systemd(scope: ServicePlan['scope'], env: Environment): Manager {
  const config = env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
  const control = scope === 'user' ? ['systemctl', '--user'] : ['systemctl'];
  const unit = (name: string) => `darkslide-${name}.service`;
  return {
    name: 'systemd',
    folder: scope === 'user' ? join(config, 'systemd', 'user') : '/etc/systemd/system',
    around: ['darkslide-', '.service'],
    check: checkWritable,
    text: systemdUnit,
    folderIn: folderInUnit,
    encoding: 'utf8',
    needsLog: false,
    endsFirst: false,
    notYet: null,
    apply: (name, isOther) => [
      [...control, 'daemon-reload'],
      [...control, 'enable', unit(name)],
      [...control, isOther ? 'restart' : 'start', unit(name)],
    ],
    end: (name) => [[...control, 'disable', '--now', unit(name)]],
    forget: () => [[...control, 'daemon-reload']],
    ask: (name) => [
      ...control,
      'show',
      unit(name),
      '--property=LoadState,ActiveState,SubState,UnitFileState,ExecMainStatus',
    ],
    read({ status, stdout }) {
      const values = new Map(stdout.split('\n').map((line) => line.split('=') as [string, string]));
      if (status !== 0 || values.get('LoadState') === 'not-found') return null;
      const active = values.get('ActiveState') ?? 'unknown';
      const ended = values.get('ExecMainStatus') ?? '0';
      const words = [active, values.get('SubState'), values.get('UnitFileState')];
      if (active !== 'active' && ended !== '0') words.push(`status ${ended}`);
      return {
        state: words.filter((word) => word !== undefined && word !== '').join(', '),
        isRunning: active === 'active',
      };
    },
  };
}

function launchd(scope: ServicePlan['scope']): Manager {
  const domain = scope === 'user' ? `gui/${userInfo().uid}` : 'system';
  const library = scope === 'user' ? join(homedir(), 'Library', 'LaunchAgents') : undefined;
  const folder = library ?? '/Library/LaunchDaemons';
  const label = launchdLabel;
  return {
    name: 'launchd',
    folder,
    around: [label(''), '.plist'],
    check: checkWritable,
    text: launchdPlist,
    folderIn: folderInPlist,
    encoding: 'utf8',
    needsLog: true,
    endsFirst: true,
    notYet: 5,
    apply: (name) => [
      ['launchctl', 'enable', `${domain}/${label(name)}`],
      ['launchctl', 'bootstrap', domain, join(folder, `${label(name)}.plist`)],
    ],
    end: (name) => [['launchctl', 'bootout', `${domain}/${label(name)}`]],
    forget: () => [],
    ask: (name) => ['launchctl', 'print', `${domain}/${label(name)}`],
    read({ status, stdout }) {
      if (status !== 0) return null;
      const state = /^\s*state = (.+)$/mu.exec(stdout)?.[1] ?? 'unknown';
      const ended = /^\s*last exit code = (\d+)/mu.exec(stdout)?.[1];
      return {
        state: ended === undefined ? state : `${state}, last status ${ended}`,
        isRunning: state === 'running',
      };
    },
  };
}

function taskScheduler(home: string, env: Environment): Manager {
  const folder = join(home, 'services');
  const schtasks = windowsProgram(String.raw`System32\schtasks.exe`, env);
  const person = [env['USERDOMAIN'], userInfo().username].filter(Boolean).join('\\');
  return {
    name: 'Task Scheduler',
    folder,
    around: ['', '.xml'],
    check(plan) {
      const writable = checkWritable(plan);
      return writable.ok ? checkTask(plan) : writable;
    },
    text: (plan) => taskXml(plan, person),
    folderIn: folderInTask,
    encoding: 'utf16le',
    needsLog: true,
    endsFirst: true,
    notYet: null,
    apply: (name) => [
      [schtasks, '/create', '/tn', taskName(name), '/xml', join(folder, `${name}.xml`), '/f'],
      [schtasks, '/run', '/tn', taskName(name)],
    ],
    end: (name) => [
      [schtasks, '/end', '/tn', taskName(name)],
      [schtasks, '/delete', '/tn', taskName(name), '/f'],
    ],
    forget: () => [],
    ask: (name) => [schtasks, '/query', '/tn', taskName(name), '/fo', 'csv', '/nh'],
    read({ status, stdout }) {
      if (status !== 0) return null;
      // The text of the state depends on the language of the system.
      const state = stdout.trim().split('","').at(-1)?.replaceAll('"', '') ?? 'unknown';
      return { state, isRunning: state === 'Running' };
    },
  };
}
