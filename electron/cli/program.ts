import { Command, CommanderError, Option } from 'commander';
import type { Problem } from '#shared/problem.ts';
import { systemClock } from '../base/clock.ts';
import type { StartHelper } from '../base/helper.ts';
import { listenForInterrupts } from '../base/interrupts.ts';
import { ownVersion } from '../base/version.ts';
import type { Environment } from '../settings/choices.ts';
import { systemPolicy } from '../settings/policy-file.ts';
import { addAdopt } from './commands/adopt.ts';
import { addAgents } from './commands/agents.ts';
import { addAnswerDrop } from './commands/answer-drop.ts';
import { addCancel } from './commands/cancel.ts';
import { addCards } from './commands/cards.ts';
import { addCheck } from './commands/check.ts';
import { addDeleteTask } from './commands/delete-task.ts';
import { addDemoService } from './commands/demo-service.ts';
import { addHeld } from './commands/held.ts';
import { addInfo } from './commands/info.ts';
import { addJobs } from './commands/jobs.ts';
import { addModels } from './commands/models.ts';
import { addPolicy } from './commands/policy.ts';
import { addPsd } from './commands/psd.ts';
import { addResume } from './commands/resume.ts';
import { addRetry } from './commands/retry.ts';
import { addRun } from './commands/run.ts';
import { addSample } from './commands/sample.ts';
import { addScenes } from './commands/scenes.ts';
import { addService } from './commands/service.ts';
import { addSettings } from './commands/settings.ts';
import { addWatch } from './commands/watch.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { createOutput, tolerateClosedPipes } from './output.ts';
import { performWith, type Perform, type Surroundings } from './perform.ts';
import { count, seconds } from './values.ts';

type Streams = Pick<Surroundings, 'stdout' | 'stderr'>;

/** In the order of --help. */
const commands = [
  addRun,
  addWatch,
  addService,
  addResume,
  addJobs,
  addHeld,
  addAnswerDrop,
  addRetry,
  addAdopt,
  addCancel,
  addDeleteTask,
  addCheck,
  addAgents,
  addInfo,
  addModels,
  addScenes,
  addCards,
  addPsd,
  addDemoService,
  addSample,
  addPolicy,
  addSettings,
];

/** The surroundings of a program that has this process to itself. */
export function thisProcess(env: Environment, startHelper?: StartHelper): Surroundings {
  return {
    env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    listen: () => listenForInterrupts(systemClock, exitStatus.unfinished),
    startHelper,
    policy: systemPolicy(),
  };
}

/** Runs one command line, `args` without the program's own name, and gives the exit status. */
export async function runProgram(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  // the help is printed before a command has an output of its own
  const pipes = tolerateClosedPipes([surroundings.stdout, surroundings.stderr], () => {});
  try {
    const ended = await runCommand(args, surroundings);
    const isRefusal = ended === exitStatus.wrongUse || ended === exitStatus.refused;
    return isRefusal && args.includes('--supervised') ? exitStatus.done : ended;
  } finally {
    await pipes.release();
  }
}

async function runCommand(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  let status: ExitStatus = exitStatus.done;
  const perform = performWith(surroundings, (ended) => {
    status = ended;
  });
  try {
    await programWith(perform, surroundings).parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitStatus.done;
    await tell(usageProblem(error), args, surroundings);
    return exitStatus.wrongUse;
  }
}

/** The program with every command, whose work `perform` runs; its help goes to the streams. */
export function programWith(perform: Perform, streams: Streams = process): Command {
  const program = createProgram(streams);
  for (const add of commands) add(program, perform);
  return program;
}

/** The program with the options that every command takes, before or after the command's name. */
function createProgram({ stdout, stderr }: Streams): Command {
  return new Command('darkslide')
    .description(
      'The retouch desk of a photo studio: photos in, results and a layered PSD per run on disk.',
    )
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain the command')
    .option('--json', 'JSON lines on stdout, everything else on stderr')
    .option('--verbose', 'technical detail with every error')
    .option(
      '--data <folder>',
      'folder of the ledger (DARKSLIDE_DATA); that of the demo service lies in demo below it',
    )
    .option(
      '--service <url>',
      'address of the service (DARKSLIDE_SERVICE_URL), its key in DARKSLIDE_API_KEY; without it the demo service',
    )
    .option(
      '--key-file <file>',
      'file that holds the key and that only you may read, instead of DARKSLIDE_API_KEY',
    )
    .option('--in-flight <n>', 'executions the service works on at once (default 8)', count)
    .option(
      '--doubt-window <seconds>',
      'how long a lost request may still be processed by the service (default 1200)',
      seconds,
    )
    .addOption(
      new Option(
        '--on-doubt <answer>',
        'when nobody knows whether an execution was charged',
      ).choices(['hold', 'resend']),
    )
    .addOption(
      new Option('--metadata <what>', "the photo's metadata in the results").choices([
        'keep',
        'none',
      ]),
    )
    .option(
      '--supervised',
      'end with 0 where another start could only repeat a refusal, for launchd and Task Scheduler',
    )
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
      outputError: () => {},
    })
    .exitOverride()
    .addHelpText('after', EXAMPLES);
}

const EXAMPLES = `
Exit status: 0 all done, 1 some failed or held, 2 wrong use, 3 refused to start.

Examples:
  darkslide run photos --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results
  darkslide watch drop --recipe white.json --out results --psd
  darkslide run --help`;

function usageProblem({ message, code }: CommanderError): Problem {
  const text =
    code === 'commander.help' ? 'No command was given.' : message.replace(/^error: /, '');
  const words = text.replace(/\n\(?(Did you mean [^)]*)\)?/, '. $1').trim();
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  const end = /[.?!]$/.test(sentence) ? '' : '.';
  return { code: 'usage', message: `${sentence}${end} See darkslide --help.` };
}

/** The parser refused, so nobody but the words themselves can say whether JSON was asked for. */
async function tell(
  problem: Problem,
  args: readonly string[],
  { stdout, stderr }: Streams,
): Promise<void> {
  const json = args.includes('--json');
  const out = createOutput(
    { json, verbose: false, mono: systemClock.mono, secrets: [] },
    stdout,
    stderr,
  );
  out.problem(problem);
  await out.release();
}
