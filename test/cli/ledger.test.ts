import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutOut, darkslide, place } from './darkslide.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const photo = lightPhotograph('raccoon-face.jpg');

describe('a job that is held because it is unknown whether it was charged', () => {
  it('is explained, sent again only on request, and then delivered', async () => {
    const { demo, data, around } = await place();
    demo.inject({ on: 'execute', kind: 'server-error', times: 1 });
    const args = ['run', photo, '--out', join(data, 'out'), '--json', ...cutOut];
    const ended = await darkslide([...args, '--doubt-window=0'], around);
    expect(ended.status).toBe(1);
    expect(ended.jobs()).toMatchObject([
      { state: 'held', executionId: null, error: { code: 'execution-unknown' } },
    ]);
    expect(demo.records().executions).toEqual([]);

    const held = await darkslide(['held', '--json'], around);
    expect(held.json()).toMatchObject([
      {
        job: 1,
        photo,
        code: 'execution-unknown',
        answers: [
          {
            command: 'retry 1',
            means: expect.stringContaining('; free'),
          },
          {
            command: 'adopt 1 <execution>',
            means: expect.stringContaining('; free'),
          },
          {
            command: 'retry 1 --send-again',
            means: expect.stringContaining('twice'),
          },
          {
            command: 'cancel 1',
            means: expect.stringContaining('cancels it'),
          },
        ],
      },
    ]);

    const sent = await darkslide(['retry', '1', '--send-again'], around);
    expect(sent).toMatchObject({ status: 0, stdout: expect.stringContaining('you pay twice') });
    const rest = await darkslide(['resume', '--until-idle=1', '--json'], around);
    expect(rest.status).toBe(0);
    expect(rest.jobs()).toMatchObject([{ photo, state: 'done', error: null }]);
    expect(demo.records().executions).toHaveLength(1);
  });
});

describe('a job that was bought but has no result', () => {
  it('is bought again only on request', async () => {
    const { demo, data, around } = await place({ failures: { execution: 1 } });
    const args = ['run', photo, '--out', join(data, 'out'), '--json', ...cutOut];
    const ended = await darkslide(args, around);
    expect(ended.status).toBe(1);
    expect(ended.jobs()).toMatchObject([{ state: 'failed', error: { code: 'execution-failed' } }]);

    const refused = await darkslide(['retry', '--failed', '--json'], around);
    expect(refused.status).toBe(1);
    expect(refused.json()).toMatchObject([{ error: { code: 'execution-failed' } }]);
    const again = await darkslide(['retry', '1', '--send-again', '--json'], around);
    expect(again.json()).toEqual([{ job: 1, state: 'waiting' }]);
    expect((await darkslide(['resume', '--until-idle=1', '--json'], around)).status).toBe(1);
    expect(demo.records().executions).toHaveLength(2);
  });
});

describe('a task', () => {
  it('is deleted from the service after its job is done, and reported as deleted', async () => {
    const { demo, data, around } = await place();
    await darkslide(['run', photo, '--out', join(data, 'out'), ...cutOut], around);
    const deleted = await darkslide(['delete-task', '1', '--json'], around);
    expect(deleted).toMatchObject({ status: 0 });
    expect(deleted.json()).toEqual([{ job: 1, state: 'done' }]);
    expect(demo.records().tasks).toMatchObject([{ deleted: true }]);
    const again = await darkslide(['delete-task', '1', '--json'], around);
    expect(again).toMatchObject({ status: 1 });
    expect(again.json()).toMatchObject([{ error: { code: 'task-deleted-already' } }]);
  });
});

describe('waiting jobs', () => {
  it('can be listed and cancelled, and a cancelled job can be resumed', async () => {
    const { demo, data, around } = await place();
    const drop = join(data, 'Drop');
    await mkdir(drop);
    await copyFile(photo, join(drop, 'a.jpg'));
    await copyFile(lightPhotograph('watch-steel.jpg'), join(drop, 'b.jpg'));
    const limit = ['--limit-per-day=1', '--settle=0.1', '--until-idle=0.5'];
    await darkslide(['watch', drop, '--out', join(data, 'out'), ...limit, ...cutOut], around);
    expect(demo.records().executions).toHaveLength(1);

    const [waiting] = (await darkslide(['cancel', '--waiting', '--json'], around)).json();
    expect(waiting).toMatchObject({ state: 'cancelled' });
    const { job } = waiting as { job: number };
    const cancelled = await darkslide(['jobs', '--state=cancelled', '--json'], around);
    expect(cancelled.json()).toMatchObject([{ job, error: { code: 'cancelled' } }]);
    const done = await darkslide(['cancel', String(3 - job), '404', '--json'], around);
    expect(done.status).toBe(1);
    expect(done.json()).toMatchObject([
      { error: { message: expect.stringContaining('already ended: done') } },
      { error: { code: 'job-not-found' } },
    ]);
    expect((await darkslide(['retry', String(job)], around)).status).toBe(0);
    const { stdout } = await darkslide(['jobs'], around);
    expect(stdout).toMatch(/^JOB .*STATE +IMAGES +WHY +PHOTO\n/);
    expect(stdout).toMatch(/^\d .*done +1 +\S+\.jpg$/m);
    expect(stdout).toMatch(/In the ledger: 1 waiting, 1 done/);
  });
});
