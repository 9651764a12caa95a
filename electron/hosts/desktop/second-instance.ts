import { app } from 'electron';
import * as v from 'valibot';
import { readArguments, type StartArguments } from './arguments.ts';

/** What Darkslide sends to the Darkslide that is already running, if it is started a second time. */
const start = v.strictObject({
  args: v.pipe(v.array(v.string()), v.maxLength(100_000)),
  folder: v.pipe(v.string(), v.maxLength(32_767)),
});

/**
 * Receives the files that are opened while Darkslide runs, and the arguments with which Darkslide is started again.
 */
export interface StartListener {
  /** Called on macOS for each file that is opened with Darkslide; several may follow each other. */
  opened(file: string): void;
  /** Called if Darkslide is started again; null if the arguments can't be read. */
  started(told: StartArguments | null): void;
}

/**
 * Returns whether this is the only running Darkslide with its data. If not, sends its arguments to the running one in
 * Electron's additional data, because Chromium changes the order of the arguments that it passes on.
 */
export function isOnlyOne(args: readonly string[], folder: string): boolean {
  return app.requestSingleInstanceLock({ args: [...args], folder });
}

/** The files that were opened, and the arguments with which Darkslide was started again, since the app has started. */
export interface Starts {
  follow(listener: StartListener): void;
}

/** Collects files and arguments until a listener receives them. Must be called before the app is ready. */
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

/** Options that the system's desktop entries add on Linux. */
const carried = new Set([
  '--no-sandbox',
  '--ozone-platform',
  '--ozone-platform-hint',
  '--enable-features',
  '--disable-features',
]);

/** Returns the options that have no effect because Darkslide is already running. */
export function notDone(first: StartArguments, second: StartArguments): readonly string[] {
  const isOther = second.service !== undefined && second.service !== first.service;
  const unknown = second.unknown.filter(
    (option) => !carried.has(option) && !first.unknown.includes(option),
  );
  return [...(isOther ? [`--service ${second.service}`] : []), ...new Set(unknown)];
}
