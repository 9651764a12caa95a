/** The reference page of the command line, made from its own help. Pure: text out. */
import type { Command } from 'commander';
import { programFor } from '#electron/hosts/cli/program.ts';

/** Columns of the help in the page, whatever the terminal has. */
const WIDTH = 96;

/** Everything `--help` prints of a command, but for the options that all commands share. */
function helpOf(command: Command): string {
  let help = '';
  command
    .configureHelp({ ...command.configureHelp(), showGlobalOptions: false, helpWidth: WIDTH })
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
    })
    .outputHelp();
  return help.trim();
}

/** The name as it is typed, without the program's own. */
function nameOf(command: Command): string {
  const { parent: above } = command;
  const isBelowAnother = above !== null && above.parent !== null;
  return isBelowAnother ? `${nameOf(above)} ${command.name()}` : command.name();
}

function section(command: Command, depth: number): string[] {
  const sections = command.commands.filter((one) => one.name() !== 'help');
  return [
    `${'#'.repeat(depth)} ${nameOf(command)}`,
    `\`\`\`text\n${helpOf(command)}\n\`\`\``,
    ...sections.flatMap((one) => section(one, depth + 1)),
  ];
}

/** docs/reference/command-line.md */
export async function commandLinePage(): Promise<string> {
  const program = await programFor([], () => Promise.resolve());
  const commands = program.commands.filter((one) => one.name() !== 'help');
  return `${[
    '<!-- Generated from electron/hosts/cli by "npm run docs". Change it there. -->',
    '# The command line',
    'From a checkout, `darkslide` is `npm run -s darkslide --`, with everything that follows after it.',
    'The options of the first block may be given with every command, before or after its name. With `--json`, each result is a line of JSON on stdout and everything else goes to stderr; [problems](problems.md) carry stable codes.',
    `\`\`\`text\n${helpOf(program)}\n\`\`\``,
    ...commands.flatMap((one) => section(one, 2)),
  ].join('\n\n')}\n`;
}
