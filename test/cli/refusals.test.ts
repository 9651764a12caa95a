import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { cutOut, darkslide, demoService, folder, key, withService } from './darkslide.ts';
import { start } from './process.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

/** What `prepare` lays into the folder that the command runs in. */
interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly codes: readonly string[];
  /** Part of the sentence. */
  readonly says: RegExp;
  readonly env?: Readonly<Record<string, string>>;
  readonly prepare?: (here: string) => Promise<unknown>;
}

const photo = lightPhotograph('watch-steel.jpg');
const run = (...more: string[]) => ['run', photo, '--out', 'out', ...more];
const recipe = (here: string, json: unknown) =>
  writeFile(join(here, 'recipe.json'), typeof json === 'string' ? json : JSON.stringify(json));
const real = { DARKSLIDE_SERVICE_URL: 'http://127.0.0.1:9/openapi/v1', DARKSLIDE_API_KEY: key };

const wrong: readonly Case[] = [
  { what: 'no command', args: [], codes: ['usage'], says: /No command was given/ },
  { what: 'an unknown command', args: ['rnu'], codes: ['usage'], says: /rnu.*Did you mean run/ },
  { what: 'no output folder', args: ['run', photo], codes: ['usage'], says: /--out/ },
  { what: 'an unknown option', args: run('--psdd'), codes: ['usage'], says: /--psdd.*--psd/ },
  { what: 'no recipe', args: run(), codes: ['usage'], says: /--recipe FILE or --agent NAME/ },
  {
    what: 'recipe and agent',
    args: run('--agent=removeBG', '--recipe=recipe.json'),
    codes: ['usage'],
    says: /cannot be used with/,
  },
  {
    what: 'an agent that is not there',
    args: run('--agent=removeBg'),
    codes: ['agent-unknown'],
    says: /removeBg.*Did you mean removeBG/,
  },
  {
    what: 'a version that is not there',
    args: run('--agent=mannequin', '--agent-version=v2'),
    codes: ['version-unknown'],
    says: /v1\.5, v1\.0/,
  },
  {
    what: 'a setting without =',
    args: run(...cutOut, '--set=batchCount'),
    codes: ['setting-malformed'],
    says: /name=value/,
  },
  {
    what: 'an unknown parameter and a value out of range, both at once',
    args: run('--agent=removeBG', '--set=maskTyp=x', '--set=batchCount=5'),
    codes: ['parameter-unknown', 'parameter-required', 'parameter-range'],
    says: /maskTyp[^]*batchCount/,
  },
  {
    what: 'a value that is not a choice',
    args: run('--agent=removeBG', '--set=maskType=subject'),
    codes: ['parameter-choice'],
    says: /autoSubjectSegment/,
  },
  {
    what: 'a template that leaves the folder',
    args: run(...cutOut, '--name=../{name}'),
    codes: ['template-escapes'],
    says: /folder/,
  },
  {
    what: 'a recipe file that is not there',
    args: run('--recipe=recipe.json'),
    codes: ['recipe-unreadable'],
    says: /recipe\.json is not there/,
  },
  {
    what: 'a recipe file that is not JSON',
    args: run('--recipe=recipe.json'),
    codes: ['recipe-unreadable'],
    says: /not JSON/,
    prepare: (here) => recipe(here, '{"agent": '),
  },
  {
    what: 'a recipe with an unknown agent',
    args: run('--recipe=recipe.json'),
    codes: ['agent-unknown'],
    says: /aiprodukt/,
    prepare: (here) => recipe(here, { agent: 'aiprodukt' }),
  },
  {
    what: 'a recipe with an unknown parameter and value',
    args: run('--recipe=recipe.json'),
    codes: ['parameter-unknown', 'parameter-choice'],
    says: /colour[^]*maskType/,
    prepare: (here) => recipe(here, { agent: 'removeBG', params: { colour: 1, maskType: 'x' } }),
  },
  {
    what: 'a mask file that is not there',
    args: run('--agent=removeBG', '--set=maskType=custom', '--mask=mask.png'),
    codes: ['file-missing'],
    says: /mask\.png/,
  },
  {
    what: 'only a photo that is not there',
    args: ['run', 'gone.jpg', '--out', 'out', ...cutOut],
    codes: ['file-missing'],
    says: /gone\.jpg/,
  },
  {
    what: 'an empty folder',
    args: ['run', 'empty', '--out', 'out', ...cutOut],
    codes: ['folder-empty'],
    says: /holds no photos/,
    prepare: (here) => mkdir(join(here, 'empty')),
  },
  {
    what: 'a folder that is its own output',
    args: ['run', 'in', '--out', 'in/out', ...cutOut],
    codes: ['folder-own-output'],
    says: /inside/,
    prepare: (here) => mkdir(join(here, 'in')),
  },
  {
    what: 'a hot folder that is its own output',
    args: ['watch', 'in', '--out', 'in', ...cutOut],
    codes: ['folder-own-output'],
    says: /inside its own hot folder/,
    prepare: (here) => mkdir(join(here, 'in')),
  },
  {
    what: 'an output folder that is a file',
    args: run(...cutOut),
    codes: ['folder-unwritable'],
    says: /"out"/,
    prepare: (here) => writeFile(join(here, 'out'), ''),
  },
  {
    what: 'no key',
    args: run(...cutOut, '--service=https://service.example/openapi/v1'),
    codes: ['service-key-missing'],
    says: /DARKSLIDE_API_KEY/,
  },
  {
    what: 'an address that would send the key in the clear',
    args: run(...cutOut, '--service=http://service.example/openapi/v1'),
    codes: ['service-bad-url'],
    says: /http:/,
    env: { DARKSLIDE_API_KEY: key },
  },
  {
    what: 'a service that is not there',
    args: run(...cutOut),
    codes: ['service-unreachable'],
    says: /127\.0\.0\.1/,
    env: real,
  },
  {
    what: 'an agent without lists',
    args: ['info', 'aipose'],
    codes: ['usage'],
    says: /no lists for aipose/,
  },
  {
    what: 'an id that is no number',
    args: ['models', 'delete', 'anna'],
    codes: ['usage'],
    says: /anna/,
  },
  { what: 'no job to retry', args: ['retry'], codes: ['usage'], says: /--failed or --held/ },
  { what: 'no ledger to look into', args: ['jobs'], codes: ['folder-missing'], says: /--data/ },
];

describe('wrong use', () => {
  it.each(wrong)('$what', async ({ args, codes, says, env, prepare }) => {
    const here = await folder();
    await prepare?.(here);
    const around = { workFolder: here, env: { DARKSLIDE_DATA: join(here, 'data'), ...env } };
    const ended = await darkslide([...args, '--json'], around);
    expect(ended.status).toBe(2);
    const told = ended.json().map((line) => (line as { error: { code: string } }).error.code);
    expect(told).toEqual(codes);
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.stdout + ended.stderr).not.toContain(key);
  });

  it('a key that the service does not know', async () => {
    const [demo, here] = [await demoService(), await folder()];
    const around = withService(demo, here);
    const ended = await darkslide(run(...cutOut, '--out', join(here, 'out'), '--json'), {
      env: { ...around.env, DARKSLIDE_API_KEY: `${key}-old` },
    });
    expect(ended.status).toBe(2);
    expect(ended.json()).toMatchObject([{ error: { code: 'service-unauthorised' } }]);
    expect(ended.stdout + ended.stderr).not.toContain(key);
    expect(demo.books().uploads).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('a folder that cannot be read', async () => {
    const here = await folder();
    await mkdir(join(here, 'closed'), { mode: 0 });
    const args = ['run', 'closed', '--out', 'out', '--json', ...cutOut];
    const ended = await darkslide(args, {
      workFolder: here,
      env: { DARKSLIDE_DATA: join(here, 'data') },
    });
    await chmod(join(here, 'closed'), 0o700);
    expect(ended.status).toBe(2);
    expect(ended.json()).toMatchObject([{ error: { code: 'folder-unreadable' } }]);
  });
});

describe('a start that is refused', () => {
  it('F31 because another Darkslide works in the data folder, which can still be looked into', async () => {
    const [demo, data] = [await demoService(), await folder()];
    const around = withService(demo, data);
    await mkdir(join(data, 'Drop'));
    const out = ['--out', join(data, 'out')];
    const first = start(['watch', join(data, 'Drop'), ...out, ...cutOut], around);
    await first.says('Ctrl-C ends');

    const second = await darkslide(['resume', '--json'], around);
    expect(second.status).toBe(3);
    expect(second.json()).toMatchObject([{ error: { code: 'data-folder-locked' } }]);
    expect(second.stderr).toMatch(/process \d+ on /);
    expect((await darkslide(['retry', '1'], around)).status).toBe(3);
    expect((await darkslide(['jobs'], around)).status).toBe(0);
    expect((await darkslide(['info', 'removeBG'], around)).status).toBe(0);

    first.kill('SIGINT');
    expect((await first.ended).status).toBe(0);
  });

  it('F46 because the ledger is newer, which stays untouched', async () => {
    const data = await folder();
    await mkdir(join(data, 'demo'));
    const ledger = new DatabaseSync(join(data, 'demo', 'ledger.sqlite'));
    ledger.exec('PRAGMA user_version = 999');
    ledger.close();
    for (const args of [['resume'], ['jobs'], ['retry', '1']]) {
      const ended = await darkslide([...args, '--json'], { env: { DARKSLIDE_DATA: data } });
      expect(ended.status).toBe(3);
      expect(ended.json()).toMatchObject([{ error: { code: 'ledger-newer' } }]);
    }
  });

  it('because the data folder is a file', async () => {
    const here = await folder();
    await copyFile(photo, join(here, 'data'));
    const ended = await darkslide(['resume', '--json', '--data', join(here, 'data')]);
    expect(ended.status).toBe(3);
    expect(ended.json()).toMatchObject([{ error: { code: 'data-folder-unusable' } }]);
    expect(ended.stderr).not.toMatch(/ {2}EEXIST/);
  });
});
