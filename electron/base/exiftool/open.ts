import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type * as Exiftool from 'exiftool-vendored';
import type {
  ExifTool,
  ExifToolOptions,
  ExifToolTask,
  ReadRawTaskOptions,
  WriteTags,
  WriteTaskOptions,
} from 'exiftool-vendored';
import { Semaphore } from '../semaphore.ts';
import type { Runner } from './thread.ts';

type Library = typeof Exiftool;

export interface ExiftoolOptions {
  /** Arguments of its start that come before those of the library. */
  readonly args: readonly string[];
  /** ms for one command. */
  readonly longestTask: number;
  /** How it is run where the system has no Perl; `program` is its absolute path. */
  readonly withoutPerl: (program: string, args: readonly string[]) => Promise<Runner> | Runner;
}

/** What is used of an open ExifTool. */
export interface OpenTool {
  readRaw(file: string, options: ReadRawTaskOptions): Promise<Readonly<Record<string, unknown>>>;
  write(file: string, tags: WriteTags, options: WriteTaskOptions): Promise<unknown>;
  end(): Promise<void>;
}

/** As `openExiftool`. */
export type OpenExiftool = (options: ExiftoolOptions) => Promise<OpenTool>;

/** What a Perl needs beside the language; the one that Debian cannot do without has not all of it. */
const modules = ['Compress::Zlib', 'Digest::MD5', 'Encode', 'POSIX', 'Time::Local'];

/**
 * Opens the ExifTool that Darkslide ships: on the system's Perl, which starts faster and takes a quarter
 * of the memory, and on one in WebAssembly where the system has none. Windows has its own program.
 * Throws when it does not start.
 */
export async function openExiftool(options: ExiftoolOptions): Promise<ExifTool> {
  // Reading the module takes as long as starting the process; who writes nothing pays for neither.
  const library = await import('exiftool-vendored');
  const isRun = process.platform === 'win32' || (await hasPerl());
  const tool = isRun ? asProcess(library, options) : await portable(library, options);
  try {
    const refused = new Promise<never>((_resolve, reject) => tool.on('startError', reject));
    await Promise.race([tool.version(), refused]);
  } catch (error) {
    await tool.end();
    throw error;
  }
  return tool;
}

/** MWG writes fields into groups of its own choice; a photo's fields go where they were. */
const common = { maxProcs: 1, useMWG: false } as const satisfies Partial<ExifToolOptions>;

function asProcess({ ExifTool, DefaultExiftoolArgs }: Library, options: ExiftoolOptions): ExifTool {
  const tool: ExifTool = new ExifTool({
    ...common,
    taskTimeoutMillis: options.longestTask,
    processFactory: async () =>
      startProgram(await tool.exiftoolPath(), [...options.args, ...DefaultExiftoolArgs]),
  });
  return tool;
}

/** The library's own ExifTool, whose commands go to `runner`, one at a time. */
async function portable(library: Library, options: ExiftoolOptions): Promise<ExifTool> {
  const program = await library.exiftoolPath();
  const args = [...options.args, ...library.DefaultExiftoolArgs];
  const runner = await options.withoutPerl(program, args);
  class PortableExifTool extends library.ExifTool {
    readonly #commands = new Semaphore(1);

    override enqueueTask<T>(make: () => ExifToolTask<T>): Promise<T> {
      return this.#commands.run(async () => {
        const task = make();
        const { stdout, stderr } = await runner.run(task.command);
        const { rest } = library.ExifToolTask.withoutProgressLines(textOf(stderr));
        return task.parser(
          textOf(stdout)
            .replace(/\{ready\}\s*$/, '')
            .trim(),
          rest,
          true,
        );
      });
    }

    override async end(): Promise<void> {
      await runner.close();
      await super.end();
    }
  }
  return new PortableExifTool(common);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** Whether the system has a Perl that ExifTool runs on. */
async function hasPerl(): Promise<boolean> {
  const uses = modules.map((name) => `-M${name}`);
  const perl = spawn('perl', [...uses, '-e', '1'], { stdio: 'ignore', env: environment() });
  return once(perl, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
}

/**
 * ExifTool's process, once it runs. Throws where the system does not start it (no right to, a guard
 * against viruses): the library listens too late to hear of it, and all of Darkslide would end.
 */
export async function startProgram(
  path: string,
  args: readonly string[],
): Promise<ChildProcessWithoutNullStreams> {
  const [program, told] = process.platform === 'win32' ? [path, args] : ['perl', [path, ...args]];
  const child = spawn(program, told, { windowsHide: true, env: environment() });
  await once(child, 'spawn');
  return child;
}

function environment(): NodeJS.ProcessEnv {
  const { PATH = '' } = process.env;
  return { PATH, LANG: 'C' };
}
