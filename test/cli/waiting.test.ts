import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepMaking } from '../fixtures/holding.ts';
import { portrait } from '../fixtures/people.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { cutOut, darkslide, place } from './darkslide.ts';
import { start } from './process.ts';
import { inAccount } from './custom-model-account.ts';

const photo = lightPhotograph('watch-steel.jpg');
const forever = { jitterMs: 0, psdMs: 3_600_000, preparationMs: 3_600_000 };

describe('B18 a reader that closes its end of the output early', () => {
  it.each([[['run', '--help']], [['agents', '--json']]])(
    'B18 ends darkslide %j without an error message',
    async (args) => {
      const running = start(args);
      running.stopReading();
      expect(await running.ended).toMatchObject({ status: 0, stderr: '' });
    },
  );
});

describe('B18 --timeout', () => {
  it('B18 ends the command run in an orderly way, and the next run continues without buying again', async () => {
    const { demo, out, around } = await place();
    keepMaking(demo);
    const args = ['run', photo, ...cutOut, '--out', out, '--json'];
    const ended = await darkslide([...args, '--timeout', '2.5'], around);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('error time-over: Not finished after 2.5 seconds');
    expect(ended.json()).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ code: 'time-over' }) as object }),
    );
    demo.clearFaults();
    const second = await darkslide(args, around);
    expect(second.summary()).toMatchObject({ photos: 1, done: 1 });
    expect(demo.records().executions).toHaveLength(1);
  });

  it('B18 ends the command models create, which prints how to continue and later creates no second model', async () => {
    const { demo, around } = await place();
    const args = ['models', 'create', portrait, '--name', 'Ada', '--timeout', '8'];
    demo.inject({ on: 'custom-model-query', kind: 'unknown-status', status: 'prepare' });
    const ended = await darkslide(args, around);
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('error time-over');
    expect(ended.stderr).toMatch(/darkslide models wait \d+ to keep waiting/);
    demo.clearFaults();
    expect(await darkslide(args, around)).toMatchObject({ status: 0 });
    expect(await inAccount(demo, 'Ada')).toBe(1);
  });

  it('B18 ends the command psd, which can download the file later', async () => {
    const { data, around } = await place({ speed: { ...forever, executionMs: 200 } });
    const out = ['--out', join(data, 'out'), '--json'];
    const [line] = (await darkslide(['run', photo, ...cutOut, ...out], around)).jobs();
    const psd = ['psd', line?.executionId ?? '', ...out, '--timeout', '1'];
    const ended = await darkslide(psd, around);
    expect(ended.status).toBe(1);
    expect(ended.json()).toMatchObject([{ error: { code: 'time-over' } }]);
    expect(ended.stderr).toContain('Run the same command again to download it');
  });
});
