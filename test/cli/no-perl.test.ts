import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openReader } from '../fixtures/exiftool.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { darkslide, folder } from './darkslide.ts';

it.skipIf(process.platform === 'win32')(
  'E delivers every photo with its metadata on a system without Perl',
  async () => {
    const [data, out, empty] = [await folder(), await folder(), await folder()];
    const { status, stderr } = await darkslide(
      [
        'run',
        ...['lipstick-rouge.jpg', 'raccoon-face.jpg'].map(lightPhotograph),
        '--agent=removeBG',
        '--set=maskType=autoSubjectSegment',
        '--set=batchCount=1',
        `--out=${out}`,
        `--data=${data}`,
      ],
      { env: { PATH: empty } },
    );
    expect(stderr).not.toContain('ExifTool');
    expect(status).toBe(0);
    const made = await readdir(out);
    expect(made).toHaveLength(2);
    const reader = await openReader();
    onTestFinished(() => reader.end());
    for (const name of made) {
      expect(await reader.readRaw(join(out, name), { readArgs: ['-XMP-xmp:all'] })).toMatchObject({
        CreatorTool: 'Darkslide',
      });
    }
  },
);
