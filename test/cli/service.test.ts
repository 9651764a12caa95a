import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agents, describeAgents } from '#shared/agents/index.ts';
import { cutOut, darkslide, folder, place } from './darkslide.ts';
import { start } from './process.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const commands = [
  'run, watch, resume, jobs, held, retry, cancel, delete-task, agents, info, psd, demo-service, sample',
  'models, models list, models create, models wait, models dismiss, models delete',
  'scenes, scenes list, scenes create, scenes wait, scenes delete, cards export, cards import',
].flatMap((names) => names.split(', '));

describe('--help', () => {
  it.each(commands)('explains %s with an example', async (command) => {
    const ended = await darkslide([...command.split(' '), '--help']);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toContain(`Usage: darkslide ${command}`);
    expect(ended.stdout).toMatch(/Examples?:\n {2}(DARKSLIDE_\S+ )?darkslide /);
    expect(ended.stdout).toContain('--json');
  });

  it('lists every command', async () => {
    const ended = await darkslide(['--help']);
    for (const command of commands) expect(ended.stdout).toContain(` ${command.split(' ')[0]}`);
    expect((await darkslide(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('agents', () => {
  it('prints the whole catalogue as JSON, and the list of agents or one agent as text', async () => {
    const all = await darkslide(['agents', '--json']);
    expect(all.json()).toEqual([JSON.parse(JSON.stringify(describeAgents()))]);
    const listed = await darkslide(['agents']);
    for (const { name } of agents) expect(listed.stdout).toContain(name);
    expect((await darkslide(['agents', 'expandimage'])).stdout).toMatch(/targetWidth +/);
  });
});

describe('info', () => {
  it('shows the lists of an agent page by page', async () => {
    const { around } = await place();
    const page = ['info', 'aimodel', '--resource-type=locations', '--page-size=3', '--json'];
    const [first] = (await darkslide(page, around)).json() as { locations: { id: number }[] }[];
    const [second] = (await darkslide([...page, '--page=2'], around)).json() as (typeof first)[];
    expect([first?.locations.length, second?.locations.length]).toEqual([3, 3]);
    expect(first).not.toHaveProperty('fashionModels');
    expect(second?.locations[0]?.id).not.toBe(first?.locations[0]?.id);
    expect((await darkslide(['info', 'removeBG'], around)).stdout).toMatch(/Backgrounds/);
  });
});

describe('demo-service', () => {
  it('serves another process until it is stopped', async () => {
    const data = await folder();
    const quick = ['--execution-ms=100', '--jitter-ms=0', '--quick', '--seed=1'];
    const own = join(data, 'service');
    const owned = ['--own-models=3', '--own-scenes=2'];
    const serving = start(['demo-service', '--folder', own, ...quick, ...owned, '--json'], {});
    await serving.says('"url"');
    const twin = await darkslide(['demo-service', '--folder', own]);
    expect(twin).toMatchObject({ status: 3, stderr: expect.stringContaining('locked') });
    const port = JSON.parse(serving.stdout()) as { url: string; key: string };

    const env = { DARKSLIDE_SERVICE_URL: port.url, DARKSLIDE_API_KEY: port.key };
    const args = [
      'run',
      lightPhotograph('raccoon-face.jpg'),
      '--out',
      join(data, 'out'),
      ...cutOut,
    ];
    const ended = await darkslide([...args, '--data', data], { env });
    expect(ended.status).toBe(0);
    for (const [group, count] of [
      ['models', 3],
      ['scenes', 2],
    ] as const) {
      const listed = await darkslide([group, 'list', '--json', '--data', data], { env });
      expect(listed.json()).toHaveLength(count);
    }
    serving.kill('SIGTERM');
    const stopped = await serving.ended;
    expect(stopped.status).toBe(0);
    expect(stopped.json()).toEqual([{ url: port.url, key: port.key }]);
  });
});
