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
The service runs "darkslide watch" with these options, using systemd on Linux, launchd on macOS and Task
Scheduler on Windows. To change a service, install it again with the same name.

Each service has its own data folder: services/NAME in the default data folder, or the folder of --data. The
API key is read once from DARKSLIDE_API_KEY and stored there in a file that only its owner can read.

With --system the service starts with the computer and runs as the account of --user. This needs an
administrator.

Examples:
  DARKSLIDE_API_KEY=… darkslide service install white --service https://example.com/openapi/v1 --folder drop --recipe white.json --out results
  darkslide service install white --folder drop --recipe white.json --out results --print
  darkslide service status white
  darkslide service uninstall white`;

export function addService(program: Command, perform: Perform): void {
  const service = program
    .command('service')
    .description('run a hot folder as a background service of the system')
    .addHelpText('after', HELP);
  const install = service
    .command('install')
    .description('install a hot folder as a service, or change it')
    .argument('<name>', 'name of the service, such as white-background')
    .requiredOption('--folder <folder>', 'hot folder');
  system(addHotFolderOptions(install))
    .option('--user <account>', 'account that a system service runs as')
    .option('--print', 'only print the service definition')
    .action((name: string, options: InstallOptions, self: Command) =>
      perform(self, (context) => installService(context, name, options, self)),
    );
  system(service.command('uninstall').description('stop and remove a service'))
    .argument('<name>', 'name of the service')
    .action((name: string, options: ScopeOptions, self: Command) =>
      perform(self, (context) => uninstallService(context, name, options)),
    );
  system(service.command('status').description('show the status of a service'))
    .argument('<name>', 'name of the service')
    .action((name: string, options: ScopeOptions, self: Command) =>
      perform(self, (context) => showService(context, name, options)),
    );
  system(service.command('list').description('list installed services')).action(
    (options: ScopeOptions, self: Command) =>
      perform(self, (context) => listServices(context, options)),
  );
}

function system(command: Command): Command {
  return command.option('--system', 'a system service instead of a user service');
}
