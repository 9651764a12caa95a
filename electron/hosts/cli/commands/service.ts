import type { Command } from 'commander';
import { addHotFolderOptions } from '../hot-folder-options.ts';
import { addNotes } from '../help.ts';
import type { Perform } from '../perform.ts';
import type { HelpTexts } from '../speech.ts';
import {
  installService,
  listServices,
  showService,
  uninstallService,
  type InstallOptions,
  type ScopeOptions,
} from '../service/service.ts';
import { installWorker, type WorkerServiceOptions } from '../service/worker.ts';

const examples = [
  'DARKSLIDE_API_KEY=… darkslide service install white --service https://example.com/openapi/v1 --folder drop --recipe white.json --out results',
  'darkslide service install white --folder drop --recipe white.json --out results --print',
  'darkslide service worker rack-1',
  'darkslide service status white',
  'darkslide service uninstall white',
];

export function addService(program: Command, perform: Perform, t: HelpTexts): void {
  const service = program.command('service').description(t('service'));
  addNotes(service, t, { notes: t('service.notes'), examples });
  const install = service
    .command('install')
    .description(t('service.install'))
    .argument('<name>', t('service.newName'))
    .requiredOption('--folder <folder>', t('watch.folder'));
  withScope(addHotFolderOptions(install, t), t)
    .option('--user <account>', t('service.user'))
    .option('--print', t('service.print'))
    .action((name: string, options: InstallOptions, self: Command) =>
      perform(self, (context) => installService(context, name, options, self)),
    );
  withScope(service.command('worker').description(t('service.worker')), t)
    .argument('<name>', t('service.newName'))
    .option('--user <account>', t('service.user'))
    .option('--print', t('service.print'))
    .action((name: string, options: WorkerServiceOptions, self: Command) =>
      perform(self, (context) => installWorker(context, name, options, self)),
    );
  withScope(service.command('uninstall').description(t('service.uninstall')), t)
    .argument('<name>', t('service.name'))
    .action((name: string, options: ScopeOptions, self: Command) =>
      perform(self, (context) => uninstallService(context, name, options)),
    );
  withScope(service.command('status').description(t('service.status')), t)
    .argument('<name>', t('service.name'))
    .action((name: string, options: ScopeOptions, self: Command) =>
      perform(self, (context) => showService(context, name, options)),
    );
  withScope(service.command('list').description(t('service.list')), t).action(
    (options: ScopeOptions, self: Command) =>
      perform(self, (context) => listServices(context, options)),
  );
}

function withScope(command: Command, t: HelpTexts): Command {
  return command.option('--system', t('service.system'));
}
