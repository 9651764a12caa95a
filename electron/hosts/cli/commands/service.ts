import type { Command } from 'commander';
import { addHotFolderOptions } from '../hot-folder-options.ts';
import type { Perform } from '../perform.ts';
import {
  installService,
  listServices,
  showService,
  uninstallService,
  type InstallOptions,
  type ScopeOptions,
} from '../service/service.ts';

const HELP = `
What is installed is this Darkslide with "darkslide watch" and these options: by systemd on Linux, launchd on
macOS and Task Scheduler on Windows. The same name again changes it.

Each service has a data folder of its own, services/NAME in the usual one, unless --data names another. The key
is taken from DARKSLIDE_API_KEY once and kept in a file there that only its owner may read.

With --system it runs from the start of the computer on, as the account that --user names; that needs an
administrator.

Examples:
  DARKSLIDE_API_KEY=… darkslide service install white --service https://example.com/openapi/v1 --folder drop --recipe white.json --out results
  darkslide service install white --folder drop --recipe white.json --out results --print
  darkslide service status white
  darkslide service uninstall white`;

export function addService(program: Command, perform: Perform): void {
  const service = program
    .command('service')
    .description('have the system run a drop folder by itself, without a window')
    .addHelpText('after', HELP);
  const install = service
    .command('install')
    .description('install a drop folder as a service, or change it')
    .argument('<name>', 'name of the service, such as white-background')
    .requiredOption('--folder <folder>', 'hot folder');
  system(addHotFolderOptions(install))
    .option('--user <account>', 'account that a service of the system runs as')
    .option('--print', 'print the definition, and do nothing')
    .action((name: string, options: InstallOptions, self: Command) =>
      perform(self, (context) => installService(context, name, options, self)),
    );
  system(service.command('uninstall').description('end a service and remove it'))
    .argument('<name>', 'name of the service')
    .action((name: string, options: ScopeOptions, self: Command) =>
      perform(self, (context) => uninstallService(context, name, options)),
    );
  system(service.command('status').description('say how a service is'))
    .argument('<name>', 'name of the service')
    .action((name: string, options: ScopeOptions, self: Command) =>
      perform(self, (context) => showService(context, name, options)),
    );
  system(service.command('list').description('list the services that are installed')).action(
    (options: ScopeOptions, self: Command) =>
      perform(self, (context) => listServices(context, options)),
  );
}

function system(command: Command): Command {
  return command.option('--system', 'a service of the computer instead of your own');
}
