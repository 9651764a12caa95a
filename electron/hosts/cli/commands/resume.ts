import type { Command } from 'commander';
import { systemClock } from '../../../base/clock.ts';
import type { Perform } from '../perform.ts';
import { createReport } from '../report.ts';
import { withStudio } from '../session.ts';
import { untilIdle } from '../until-idle.ts';
import { seconds, timeoutOption } from '../values.ts';

const HELP = `
Nothing that was bought is bought again. Without --until-idle it goes on until Ctrl-C.

Examples:
  darkslide resume
  darkslide resume --until-idle 5 --json`;

export function addResume(program: Command, perform: Perform): void {
  program
    .command('resume')
    .description('go on with the jobs that the ledger holds')
    .option('--until-idle <seconds>', 'end when there was nothing to do for so long', seconds)
    .addOption(timeoutOption())
    .addHelpText('after', HELP)
    .action((options: { untilIdle?: number; timeout?: number }, command: Command) =>
      perform(
        command,
        (context) =>
          withStudio(context, { unreachable: 'wait' }, async (studio, listen) => {
            const report = createReport(context, studio.ledger, {
              print: 'all',
              clock: systemClock,
            });
            listen(report.listen);
            studio.start();
            await untilIdle(studio.isIdle, options.untilIdle, context.interrupted);
            return report.finish();
          }),
        options,
      ),
    );
}
