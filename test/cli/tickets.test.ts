import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { begin, cutOut, darkslide, demoService, folder, withService } from './darkslide.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const photo = 'lipstick-rouge.jpg';

async function place() {
  const [demo, data] = [await demoService(), await folder()];
  const [drop, out] = [join(data, 'Drop'), join(data, 'out')];
  await mkdir(join(drop, 'Tickets'), { recursive: true });
  const put = async (name: string, ticket: object | null) => {
    if (ticket !== null) await writeFile(join(drop, `${name}.json`), JSON.stringify(ticket));
    await copyFile(lightPhotograph(photo), join(drop, name));
  };
  const more = ['--out', out, '--json', ...cutOut];
  return { demo, drop, out, more, put, around: withService(demo, data) };
}

/** Returns the background colour and the number of images in each execute request, in order of arrival. */
const asked = ({ demo }: Awaited<ReturnType<typeof place>>) =>
  demo.records().executions.map(({ params }) => [params['backgroundHex'], params['batchCount']]);

describe('tickets', () => {
  it('change the parameters for their photo, which waits for its ticket and is moved together with the ticket', async () => {
    const here = await place();
    const { drop, more, put, around } = here;
    await put('a.jpg', { params: { backgroundHex: '#112233', batchCount: 2 } });
    await put('b.jpg', null);
    const running = begin(
      ['watch', drop, '--settle=0.2', '--require-tickets', '--until-idle=3', ...more],
      around,
    );
    await running.says('b.jpg needs its ticket b.jpg.json');
    await running.says('"state":"done"');
    await writeFile(join(drop, 'b.jpg.json'), '{"params": {"backgroundHex": "pink"}}');
    await running.says('ticket-invalid');
    await writeFile(join(drop, 'b.jpg.json'), '{"params": {"backgroundHex": "#445566"}}');
    const ended = await running.ended;
    expect(asked(here)).toEqual([
      ['#112233', 2],
      ['#445566', 1],
    ]);
    // the photo counts as failed because its first ticket was refused, and later as done with the second ticket
    expect(ended.summary()).toMatchObject({ done: 2, failed: 1, images: 3 });
    expect((await readdir(join(drop, 'Processed'))).sort()).toEqual([
      'a.jpg',
      'a.jpg.json',
      'b.jpg',
      'b.jpg.json',
    ]);
    expect(await readdir(drop)).toEqual(['Processed', 'Tickets']);
  });

  it('also apply to photos that are named in a run command, and may name files only in the folder Tickets', async () => {
    const here = await place();
    const { drop, more, put, around } = here;
    const mask = { params: { maskType: 'custom' }, mask: 'mask.png' };
    const { width, height } = await sharp(lightPhotograph(photo)).metadata();
    const white = {
      create: { width: 200, height: 200, channels: 3, background: 'white' },
    } as const;
    await sharp({ create: { width, height, channels: 3, background: 'black' } })
      .composite([{ input: white, left: 100, top: 100 }])
      .png()
      .toFile(join(drop, 'Tickets', 'mask.png'));
    await put('a.jpg', mask);
    await put('b.jpg', { ...mask, mask: join(drop, '..', 'drop', 'a.jpg') });
    const ended = await darkslide(['run', drop, ...more], around);
    expect(ended.jobs().map(({ photo, state, error }) => [photo, state, error?.code])).toEqual([
      [join(drop, 'b.jpg'), 'failed', 'ticket-invalid'],
      [join(drop, 'a.jpg'), 'done', undefined],
    ]);
    expect(here.demo.records().executions.map(({ params }) => params['maskType'])).toEqual([
      'custom',
    ]);
  });
});
