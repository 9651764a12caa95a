import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ExifTool, WriteTags } from 'exiftool-vendored';
import { exiftoolConfig, srgbProfile } from './exiftool-config.ts';

/** ms; a 4 GB PSD on a slow share takes this long. */
const longestTask = 300_000;

/** The one ExifTool process, started with the first file and kept. */
export interface Tool {
  /** Tags of a file as ExifTool prints them, the named ones only. Throws what ExifTool says. */
  read(file: string, tags: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Writes `to`, which must not be there, as `from` with other metadata. Throws what ExifTool says. */
  write(request: {
    readonly from: string;
    readonly to: string;
    readonly tags: WriteTags;
    readonly args: readonly string[];
  }): Promise<void>;
  /** A path ExifTool takes as it is, to a file or a folder with any name. */
  safe(path: string, kind: 'file' | 'folder'): Promise<string>;
  /** Removes what `safe` made for these paths. */
  forget(paths: readonly string[]): Promise<void>;
  /** An sRGB profile on disk. */
  readonly srgb: string;
  close(): Promise<void>;
}

/**
 * ExifTool reads its arguments line by line, trims them, and expands `%d %f %e` in the names of files;
 * none of it can be quoted.
 */
const odd = /[%\p{Cc}]|^\s|\s$/u;

/** Where its first line looks for Perl. */
const PERL = '/usr/bin/perl';

/**
 * ExifTool's process, once it runs. Throws where the system does not start it (no right to, a guard
 * against viruses): the library listens too late to hear of it, and all of Darkslide would end.
 */
export async function startProgram(
  path: string,
  args: readonly string[],
): Promise<ChildProcessWithoutNullStreams> {
  const isElsewhere = process.platform !== 'win32' && !existsSync(PERL);
  const [program, told] = isElsewhere ? ['perl', [path, ...args]] : [path, args];
  const { PATH = '' } = process.env;
  const child = spawn(program, told, { windowsHide: true, env: { PATH, LANG: 'C' } });
  await once(child, 'spawn');
  return child;
}

/** Throws when there is no Perl, or ExifTool does not start. */
export async function startExiftool(): Promise<Tool> {
  const work = await mkdtemp(join(await realpath(tmpdir()), 'darkslide-exiftool-'));
  const [config, srgb] = [join(work, 'config.pl'), join(work, 'srgb.icc')];
  let tool: ExifTool | null = null;
  let links = 0;
  const close = async () => {
    await tool?.end();
    await rm(work, { recursive: true, force: true });
  };
  try {
    await writeFile(config, exiftoolConfig);
    await writeFile(srgb, srgbProfile);
    // Reading the module takes as long as the process; who delivers nothing pays for neither.
    const { DefaultExiftoolArgs, ExifTool } = await import('exiftool-vendored');
    const opened = new ExifTool({
      processFactory: async () =>
        startProgram(await opened.exiftoolPath(), ['-config', config, ...DefaultExiftoolArgs]),
      maxProcs: 1,
      taskTimeoutMillis: longestTask,
      // MWG writes fields into groups of its own choice; a photo's fields go where they were.
      useMWG: false,
    });
    tool = opened;
    const refused = new Promise<never>((_resolve, reject) => opened.on('startError', reject));
    await Promise.race([opened.version(), refused]);
  } catch (error) {
    await close();
    throw error;
  }
  const running = tool;
  return {
    srgb,
    close,
    read: (file, tags) =>
      running.readRaw(file, {
        ignoreMinorErrors: false,
        readArgs: ['-fast', ...tags.map((tag) => `-${tag}`)],
      }),
    async write({ from, to, tags, args }) {
      await running.write(from, tags, { writeArgs: [...args, '-o', to] });
    },
    async safe(path, kind) {
      if (!odd.test(path)) return path;
      links += 1;
      const alias = join(work, `${kind}-${links}`);
      try {
        // A junction needs no rights on Windows, where a link to a file does.
        await symlink(path, alias, kind === 'folder' ? 'junction' : 'file');
      } catch (error) {
        if (kind === 'folder') throw error;
        await copyFile(path, alias);
      }
      return alias;
    },
    async forget(paths) {
      for (const path of paths.filter((each) => dirname(each) === work)) await rm(path);
    },
  };
}
