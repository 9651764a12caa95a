/**
 * Creates the reference page of the command line from the command line's help. Contains only pure functions
 * that return text.
 */
import type { Command } from 'commander';
import { programFor } from '#electron/hosts/cli/program.ts';
import { english } from '#electron/hosts/cli/speech.ts';

/** Number of columns of the help in the page, independent of the terminal. */
const WIDTH = 96;

/** Returns the help of a command, without the options that all commands share. */
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

/** Returns the command as users type it, without the name of the program. */
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

/** Returns docs/reference/command-line.md. */
export async function commandLinePage(): Promise<string> {
  const program = await programFor([], () => Promise.resolve(), english);
  const commands = program.commands.filter((one) => one.name() !== 'help');
  return `${[
    '<!-- Generated from electron/hosts/cli by "npm run docs". Change it there. -->',
    '# Command line reference',
    '[Use the command line](../command-line.md) shows the common tasks; this page is the complete reference. From a checkout, `darkslide` is `npm run -s darkslide --`, followed by the command.',
    'The options of the first block work with every command, before or after its name. With `--json`, each result is a line of JSON on stdout and everything else goes to stderr; [problems](problems.md) have stable codes.',
    `\`\`\`text\n${helpOf(program)}\n\`\`\``,
    ...commands.flatMap((one) => section(one, 2)),
  ].join('\n\n')}\n`;
}
