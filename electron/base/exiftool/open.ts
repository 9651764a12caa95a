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
  /** Arguments for starting ExifTool, placed before the arguments of the library. */
  readonly args: readonly string[];
  /** Deadline in ms of one command. */
  readonly longestTask: number;
  /** Runs ExifTool where the system has no Perl; `program` is its absolute path. */
  readonly withoutPerl: (program: string, args: readonly string[]) => Promise<Runner> | Runner;
}

/** The part of an open ExifTool that Darkslide uses. */
export interface OpenTool {
  readRaw(file: string, options: ReadRawTaskOptions): Promise<Readonly<Record<string, unknown>>>;
  write(file: string, tags: WriteTags, options: WriteTaskOptions): Promise<unknown>;
  end(): Promise<void>;
}

/** The signature of `openExiftool`. */
export type OpenExiftool = (options: ExiftoolOptions) => Promise<OpenTool>;

/** Modules that ExifTool needs; Debian's minimal Perl lacks some of them. */
const modules = ['Compress::Zlib', 'Digest::MD5', 'Encode', 'POSIX', 'Time::Local'];

/**
 * Opens the ExifTool that Darkslide ships: on the system's Perl, which starts faster and takes a
 * quarter of the memory, or on a Perl in WebAssembly if the system has none. On Windows, ExifTool
 * is a program with its own Perl. Throws if ExifTool does not start.
 */
export async function openExiftool(options: ExiftoolOptions): Promise<ExifTool> {
  // Imported only when needed, because importing the module takes as long as starting the process.
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

/**
 * Turns off the rules of the Metadata Working Group (MWG), which would choose the groups of fields, because a
 * photo's fields must stay in their original groups.
 */
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

/** Returns the library's ExifTool, which sends its commands to `runner`, one at a time. */
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

/** Checks whether the system has a Perl that can run ExifTool. */
async function hasPerl(): Promise<boolean> {
  const uses = modules.map((name) => `-M${name}`);
  const perl = spawn('perl', [...uses, '-e', '1'], { stdio: 'ignore', env: environment() });
  return once(perl, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
}

/**
 * Starts ExifTool's process. Throws if the system refuses to start it, for example because of missing permission or an
 * antivirus program. The library attaches its error listener too late to catch this error, so without this function the
 * error would end Darkslide.
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
