import { Command, CommanderError, Option } from 'commander';
import type { Problem } from '#shared/problem.ts';
import { systemClock } from '../../base/clock.ts';
import type { StartHelper } from '../../base/helper.ts';
import { listenForInterrupts } from '../../base/interrupts.ts';
import { ownVersion } from '../../base/version.ts';
import type { Environment } from '../../base/environment.ts';
import { systemPolicy } from '../../base/policy-place.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { addNotes, helpIn } from './help.ts';
import { createOutput, tolerateClosedPipes } from './output.ts';
import type { Perform, Surroundings } from './perform.ts';
import {
  helpTextsIn,
  speechIn,
  tongueOf,
  type HelpTexts,
  type Speech,
  type Tongue,
} from './speech.ts';
import { usageProblem } from './usage.ts';
import { count, seconds } from './values.ts';

type Streams = Pick<Surroundings, 'stdout' | 'stderr'>;

type Add = (program: Command, perform: Perform, t: HelpTexts) => void;

/** The commands by name, in the order of --help; each is loaded only when needed. */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  run: async () => (await import('./commands/run.ts')).addRun,
  watch: async () => (await import('./commands/watch.ts')).addWatch,
  service: async () => (await import('./commands/service.ts')).addService,
  resume: async () => (await import('./commands/resume.ts')).addResume,
  status: async () => (await import('./commands/status.ts')).addStatus,
  jobs: async () => (await import('./commands/jobs.ts')).addJobs,
  costs: async () => (await import('./commands/costs.ts')).addCosts,
  held: async () => (await import('./commands/held.ts')).addHeld,
  'answer-drop': async () => (await import('./commands/answer-drop.ts')).addAnswerDrop,
  retry: async () => (await import('./commands/retry.ts')).addRetry,
  adopt: async () => (await import('./commands/adopt.ts')).addAdopt,
  cancel: async () => (await import('./commands/cancel.ts')).addCancel,
  'delete-task': async () => (await import('./commands/delete-task.ts')).addDeleteTask,
  check: async () => (await import('./commands/check.ts')).addCheck,
  agents: async () => (await import('./commands/agents.ts')).addAgents,
  info: async () => (await import('./commands/info.ts')).addInfo,
  models: async () => (await import('./commands/models.ts')).addModels,
  scenes: async () => (await import('./commands/scenes.ts')).addScenes,
  cards: async () => (await import('./commands/cards.ts')).addCards,
  psd: async () => (await import('./commands/psd.ts')).addPsd,
  'demo-service': async () => (await import('./commands/demo-service.ts')).addDemoService,
  finish: async () => (await import('./commands/finish.ts')).addFinish,
  sample: async () => (await import('./commands/sample.ts')).addSample,
  policy: async () => (await import('./commands/policy.ts')).addPolicy,
  settings: async () => (await import('./commands/settings.ts')).addSettings,
  studio: async () => (await import('./commands/studio.ts')).addStudio,
  worker: async () => (await import('./commands/worker.ts')).addWorker,
};

/** Returns the streams, environment and signals of this process, for a program that runs alone in it. */
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

/** Runs a command line and returns the exit status; `args` does not contain the program's name. */
export async function runProgram(
  args: readonly string[],
  surroundings: Surroundings,
): Promise<ExitStatus> {
  // Handles closed pipes already here, because the parser prints the help before a command creates its own output.
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
  const tongue = tongueOf(surroundings.env, args.includes('--json'));
  const perform: Perform = async (...work) => {
    const { performWith } = await import('./perform.ts');
    await performWith(surroundings, tongue, (ended) => {
      status = ended;
    })(...work);
  };
  try {
    const program = await programFor(args, perform, tongue, surroundings);
    await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitStatus.done;
    const speech = await speechIn(tongue);
    await tell(usageProblem(speech.t, error), speech, args, surroundings);
    return exitStatus.wrongUse;
  }
}

/**
 * Returns the program with only the commands that `args` mention, because loading the others would take longer than
 * most commands run. `perform` runs the work of a command; the help is written to the streams.
 */
export async function programFor(
  args: readonly string[],
  perform: Perform,
  tongue: Tongue,
  streams: Streams = process,
): Promise<Command> {
  const t = await helpTextsIn(tongue);
  const program = createProgram(t, streams);
  for (const load of commandsIn(args)) (await load())(program, perform, t);
  return program;
}

/** Returns all commands for the program's help or for an unknown command, and none for the version. */
function commandsIn(args: readonly string[]): readonly (() => Promise<Add>)[] {
  const first = args.findIndex((arg) => Object.hasOwn(commands, arg));
  const before = first === -1 ? args : args.slice(0, first);
  if (before.some((arg) => arg === '--version' || arg === '-V')) return [];
  if (first === -1 || before.some((arg) => arg === '--help' || arg === '-h')) {
    return Object.values(commands);
  }
  return Object.entries(commands).flatMap(([name, load]) => (args.includes(name) ? [load] : []));
}

/** Creates the program with the shared options, which may be given before or after the command's name. */
function createProgram(t: HelpTexts, { stdout, stderr }: Streams): Command {
  const program = new Command('darkslide')
    .description(t('program'))
    .version(ownVersion(), '-V, --version', t('program.version'))
    .helpOption('-h, --help', t('program.help'))
    .helpCommand('help [command]', t('program.helpCommand'))
    .option('--json', t('program.json'))
    .option('--verbose', t('program.verbose'))
    .option('--data <folder>', t('program.data'))
    .option('--service <url>', t('program.service'))
    .option('--key-file <file>', t('program.keyFile'))
    .option('--in-flight <n>', t('program.inFlight'), count)
    .option('--doubt-window <seconds>', t('program.doubtWindow'), seconds)
    .addOption(new Option('--on-doubt <answer>', t('program.onDoubt')).choices(['hold', 'resend']))
    .addOption(new Option('--metadata <what>', t('program.metadata')).choices(['keep', 'none']))
    .option('--supervised', t('program.supervised'))
    .configureHelp(helpIn(t))
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
      outputError: () => {},
    })
    .exitOverride();
  return addNotes(program, t, { notes: t('program.notes'), examples });
}

const examples = [
  'darkslide run photos --agent removeBG --set maskType=autoSubjectSegment --set backgroundHex=#ffffff --out results',
  'darkslide watch drop --recipe white.json --out results --psd',
  'darkslide run --help',
];

/** Prints a usage problem. Searches `args` for --json, because the parser has failed. */
async function tell(
  problem: Problem,
  speech: Speech,
  args: readonly string[],
  { stdout, stderr }: Streams,
): Promise<void> {
  const json = args.includes('--json');
  const out = createOutput(
    { json, verbose: false, mono: systemClock.mono, secrets: [], speech },
    stdout,
    stderr,
  );
  out.problem(problem);
  await out.release();
}
