import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { cutOut, darkslide, place } from './darkslide.ts';

const photo = lightPhotograph('lipstick-rouge.jpg');

async function runner() {
  const { demo, data, out, around } = await place();
  const run = (path: string, ...more: string[]) =>
    darkslide(['run', path, '--out', out, '--json', ...cutOut, ...more], around);
  return { demo, data, run };
}

it('C4 sends no task name by default, and does not buy again because of another name', async () => {
  const { demo, run } = await runner();
  expect((await run(photo)).status).toBe(0);
  expect(Object.keys(demo.records().tasks[0]?.initParams ?? {})).toEqual(['originalImage']);
  expect((await run(photo, '--task-name', 'Spring 2027')).status).toBe(0);
  expect(demo.records().executions).toHaveLength(1);
});

it('C4 sends the task name on the command line, and refuses a name of 21 characters', async () => {
  const { demo, run } = await runner();
  const refused = await run(photo, '--task-name', 'N'.repeat(21));
  expect([refused.status, demo.records().tasks.length]).toEqual([2, 0]);
  expect(refused.stderr).toContain('at most 20 characters');
  expect((await run(photo, '--task-name', '𠮷'.repeat(20))).status).toBe(0);
  expect(demo.records().tasks[0]?.initParams).toMatchObject({ taskName: '𠮷'.repeat(20) });
});

it('C4 sends the task name in a ticket', async () => {
  const { demo, data, run } = await runner();
  const copy = join(data, 'a.jpg');
  await copyFile(photo, copy);
  await writeFile(`${copy}.json`, JSON.stringify({ init: { taskName: 'Order 4711' } }));
  expect((await run(copy)).status).toBe(0);
  expect(demo.records().tasks[0]?.initParams).toMatchObject({ taskName: 'Order 4711' });
});
