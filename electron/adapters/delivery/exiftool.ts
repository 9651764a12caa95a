import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WriteTags } from 'exiftool-vendored';
import type { Clock } from '../../base/clock.ts';
import { openExiftool, type OpenTool } from '../../base/exiftool/open.ts';
import { srgbProfile } from '../../base/srgb-profile.ts';
import { processRunner } from '../../base/exiftool/process.ts';
import type { StartHelper } from '../../base/helper.ts';
import { isRunning } from '../../base/running.ts';
import { exiftoolConfig } from './exiftool-config.ts';

/** Time limit in ms for one file; processing a 4 GB PSD on a slow share takes about this long. */
const longestTask = 300_000;

/** The single ExifTool process, started with the first file and kept running. */
export interface Tool {
  /** Reads the named tags of a file in the form in which ExifTool prints them. Throws ExifTool's error. */
  read(file: string, tags: readonly string[]): Promise<Readonly<Record<string, unknown>>>;
  /** Writes `from` with other metadata to `to`, which must not exist. Throws ExifTool's error. */
  write(request: {
    readonly from: string;
    readonly to: string;
    readonly tags: WriteTags;
    readonly args: readonly string[];
  }): Promise<void>;
  /**
   * Returns a path that ExifTool accepts unchanged: the path itself or, if its name has characters
   * that ExifTool interprets, a link to the file or folder, or a copy of the file.
   */
  safe(path: string, kind: 'file' | 'folder'): Promise<string>;
  /** Removes the links and copies that `safe` created for these paths. */
  forget(paths: readonly string[]): Promise<void>;
  /** Path of an sRGB profile on disk. */
  readonly srgb: string;
  close(): Promise<void>;
}

/**
 * Matches the names that ExifTool would change: it reads its arguments line by line, trims them,
 * and expands `%d %f %e` in file names. Quoting does not prevent this.
 */
const odd = /[%\p{Cc}]|^\s|\s$/u;

export interface ExiftoolParts {
  /** Starts ExifTool's process on systems without Perl. */
  readonly startHelper: StartHelper;
  readonly clock: Clock;
}

/** Starts ExifTool, with or without a Perl on the system. Throws if it does not start. */
export async function startExiftool({ startHelper: start, clock }: ExiftoolParts): Promise<Tool> {
  const temporary = await realpath(tmpdir());
  await removeAbandoned(temporary);
  const work = await mkdtemp(join(temporary, `darkslide-exiftool-${process.pid}-`));
  const removeWork = () => rmSync(work, { recursive: true, force: true });
  process.on('exit', removeWork);
  const [config, srgb] = [join(work, 'config.pl'), join(work, 'srgb.icc')];
  let tool: OpenTool | null = null;
  let links = 0;
  const close = async () => {
    await tool?.end();
    process.off('exit', removeWork);
    removeWork();
  };
  try {
    await writeFile(config, exiftoolConfig);
    await writeFile(srgb, srgbProfile);
    const open = start.openExiftool ?? openExiftool;
    tool = await open({
      args: ['-config', config],
      longestTask,
      withoutPerl: (program, args) =>
        processRunner({ start, clock, program, args, deadline: longestTask }),
    });
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
        // On Windows, creating a junction needs no permission, but creating a link to a file does.
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

/** Removes the folders of processes that were killed. */
async function removeAbandoned(temporary: string): Promise<void> {
  for (const name of await readdir(temporary)) {
    const pid = /^darkslide-exiftool-(\d+)-/u.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    // a folder that belongs to another user cannot be removed
    await rm(join(temporary, name), { recursive: true, force: true }).catch(() => {});
  }
}
