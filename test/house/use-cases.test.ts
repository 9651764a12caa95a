import { describe, expect, it } from 'vitest';
import { channels } from '#shared/ipc.ts';
import { channelRoutes, commandRoutes, type Route } from './use-cases.ts';

/** Channels that call no use case, with the reason. Keep this list short. */
const byTheHost: Readonly<Record<string, string>> = {
  'host.info': 'the host knows it',
  'host.choose-folder': 'a dialog of the system',
  'host.choose-file': 'a dialog of the system',
  'host.choose-photos': 'a dialog of the system',
  'host.list-folders': 'the folders that a page may browse if there is no dialog',
  'host.login-item': 'a setting of the system',
  'host.set-login-item': 'a setting of the system',
  'updates.state': 'the host fetches and installs new versions',
  'updates.check': 'the host fetches and installs new versions',
  'updates.download': 'the host fetches and installs new versions',
  'updates.install': 'the host fetches and installs new versions',
};

/** Commands that call no use case, with the reason. */
const byTheCommandLine: Readonly<Record<string, string>> = {
  agents: 'prints the catalogue of shared/',
};

/**
 * Functions that write settings, folders and limits, and the access rules that permit the values. permitted.test.ts
 * uses types to check that these functions, and those that write the service, accept no other values.
 */
const gatesOf: Readonly<Record<string, readonly string[]>> = {
  'preferences.change': ['access.settings'],
  'hotFolders.add': ['access.watched', 'access.output', 'access.limits'],
  'hotFolders.change': ['access.watched', 'access.output', 'access.limits'],
  'outFolders.add': ['access.output'],
};

const routes = channelRoutes();
const commands = commandRoutes();

function without(found: ReadonlyMap<string, Route>): string[] {
  return [...found].filter(([, { useCases }]) => useCases.length === 0).map(([name]) => name);
}

describe('every channel', () => {
  it('has one handler in hosts/contract', () => {
    expect([...routes.keys()].sort()).toEqual(Object.keys(channels).sort());
  });

  it('calls a use case or a query of app, unless only the host can answer it', () => {
    const reason =
      'give it a function in electron/app, or remove an outdated exception from the table';
    expect(without(routes).sort(), reason).toEqual(Object.keys(byTheHost).sort());
  });
});

describe('every command', () => {
  it('calls a use case or a query of app, unless it needs no studio', () => {
    const reason =
      'give it a function in electron/app, or remove an outdated exception from the table';
    expect(without(commands).sort(), reason).toEqual(Object.keys(byTheCommandLine).sort());
  });

  it('is found with its use case', () => {
    expect(commands.get('settings import')?.useCases).toEqual([
      'electron/app/command-line/import-settings.ts#importSettingsCommand',
    ]);
  });
});

describe('writes of channels and commands', () => {
  it.each(Object.entries(gatesOf))('%s goes through the gate', (write, gates) => {
    const writers = [...routes, ...commands].filter(([, { calls }]) => calls.has(write));
    const missed = writers.flatMap(([name, { calls }]) =>
      gates
        .filter((gate) => !calls.has(gate))
        .map((gate) => `${name} calls ${write} without ${gate}`),
    );
    expect(missed).toEqual([]);
  });

  it('are detected in channels that are known to write', () => {
    const seen = (name: string) => [...(routes.get(name)?.calls ?? [])];
    expect(seen('folders.add')).toEqual(
      expect.arrayContaining(['hotFolders.add', 'access.output']),
    );
    expect(seen('settings.import')).toContain('preferences.change');
    expect(seen('recipes.save')).not.toContain('access.output');
  });
});
