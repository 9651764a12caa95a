import { app } from 'electron';
import * as v from 'valibot';
import { readArguments, type StartArguments } from './arguments.ts';

/** What a second start of Darkslide hands to the one that runs. */
const start = v.strictObject({
  args: v.pipe(v.array(v.string()), v.maxLength(100_000)),
  folder: v.pipe(v.string(), v.maxLength(32_767)),
});

/** What comes from outside of the window while Darkslide runs. */
export interface StartListener {
  /** macOS: a file was opened with Darkslide, perhaps one of many. */
  opened(file: string): void;
  /** It was started once more; null when what that start was told cannot be read. */
  started(told: StartArguments | null): void;
}

/**
 * Whether this is the only start of Darkslide with its data. If not, the one that runs is handed the
 * arguments as they were given: Chromium would tell it those in an order of its own, options first.
 */
export function isOnlyOne(args: readonly string[], folder: string): boolean {
  return app.requestSingleInstanceLock({ args: [...args], folder });
}

/** Files and further starts since the app was started. */
export interface Starts {
  follow(listener: StartListener): void;
}

/** Listens from now on, and keeps what comes until somebody follows it. Called before the app is ready. */
export function gatherStarts(): Starts {
  const early: ((listener: StartListener) => void)[] = [];
  let listener: StartListener | null = null;
  const tell = (call: (to: StartListener) => void) => {
    if (listener === null) early.push(call);
    else call(listener);
  };
  app.on('open-file', (event, file) => {
    event.preventDefault();
    tell((to) => to.opened(file));
  });
  app.on('second-instance', (_event, _args, _folder, handed) => {
    const read = v.safeParse(start, handed);
    const told = read.success ? readArguments(read.output.args, read.output.folder) : null;
    tell((to) => to.started(told));
  });
  return {
    follow(to) {
      listener = to;
      for (const call of early.splice(0)) call(to);
    },
  };
}

/** Desktop entries of Linux carry these, whatever a person has asked for. */
const carried = new Set([
  '--no-sandbox',
  '--ozone-platform',
  '--ozone-platform-hint',
  '--enable-features',
  '--disable-features',
]);

/** Returns the options of a second start that only take effect when Darkslide starts first. */
export function notDone(first: StartArguments, second: StartArguments): readonly string[] {
  const isOther = second.service !== undefined && second.service !== first.service;
  const unknown = second.unknown.filter(
    (option) => !carried.has(option) && !first.unknown.includes(option),
  );
  return [...(isOther ? [`--service ${second.service}`] : []), ...new Set(unknown)];
}
