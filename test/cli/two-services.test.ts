import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutOut, darkslide, demoService, folder, withService } from './darkslide.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

async function place() {
  const data = await folder();
  const args = ['run', lightPhotograph('raccoon-face.jpg'), '--out', join(data, 'out'), '--json'];
  return { data, args: [...args, ...cutOut], ledger: join(data, 'ledger.sqlite') };
}

describe('one data folder with two services', () => {
  it('demo runs don’t count as bought, and each service has its own ledger', async () => {
    const { data, args, ledger } = await place();
    const tried = await darkslide([...args, '--data', data]);
    expect(tried.summary()).toMatchObject({ done: 1, images: 1 });
    const looked = await darkslide(['jobs', '--json', '--data', data]);
    expect(looked.json()).toHaveLength(1);
    expect(looked.stderr).toContain('demo service');
    expect([existsSync(ledger), existsSync(join(data, 'demo/ledger.sqlite'))]).toEqual([
      false,
      true,
    ]);

    const demo = await demoService();
    const around = withService(demo, data);
    expect((await darkslide(args, around)).summary()).toMatchObject({ done: 1, images: 1 });
    expect(demo.records().executions).toHaveLength(1);
    const taskOf = async (env: object) => {
      const lines = (await darkslide(['jobs', '--json'], { env: { ...env } })).json();
      return lines.map((line) => (line as { taskId: string }).taskId);
    };
    const bought = [demo.records().tasks[0]?.taskId];
    expect(await taskOf(around.env ?? {})).toEqual(bought);
    expect(await taskOf({ DARKSLIDE_DATA: data })).toEqual(bought);
    expect(await taskOf({ DARKSLIDE_DATA: join(data, 'demo') })).toEqual([tried.jobs()[0]?.taskId]);
  });

  it('a ledger is refused for a service other than the one it bought from, and nothing is sent', async () => {
    const { data, args } = await place();
    const [first, second] = [await demoService(), await demoService()];
    await darkslide(args, withService(first, data));
    const before = await readdir(join(data, 'out'));
    for (const words of [args, ['resume', '--json', '--until-idle=1'], ['check', '--json']]) {
      const refused = await darkslide(words, withService(second, data));
      expect(refused.status).toBe(3);
      expect(refused.json()).toMatchObject([{ error: { code: 'ledger-elsewhere' } }]);
      expect(refused.stderr).toContain(new URL(first.url).origin);
    }
    expect(second.records().requests).toEqual({});
    const again = await darkslide(args, withService(first, data));
    expect(again.jobs()).toMatchObject([{ state: 'done', already: true }]);
    expect(await readdir(join(data, 'out'))).toEqual(before);
  });
});
