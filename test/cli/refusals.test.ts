import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { cutOut, darkslide, demoService, folder, key, place, withService } from './darkslide.ts';
import { start } from './process.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';

const photo = lightPhotograph('watch-steel.jpg');
const run = 'run photo.jpg --out out';
const cut = cutOut.join(' ');
const recipe = `${run} --recipe`;

/** Cases: title, arguments, problem codes, and a pattern that the message must match. */
const wrong: [what: string, words: string, codes: string, says: RegExp][] = [
  ['no command', '', 'usage', /Enter a command/],
  ['an unknown command', 'rnu', 'usage', /rnu.*Did you mean run/],
  ['no output folder', 'run photo.jpg', 'usage', /--out/],
  ['an unknown option', `${run} --psdd`, 'usage', /--psdd.*--psd/],
  ['no recipe', run, 'usage', /--recipe FILE or --agent NAME/],
  ['recipe and agent', `${recipe}=x.json --agent=removeBG`, 'usage', /cannot be used with/],
  ['an unknown agent', `${run} --agent=removeBg`, 'agent-unknown', /Did you mean removeBG/],
  ['a version', `${run} --agent=mannequin --agent-version=v2`, 'version-unknown', /v1\.5, v1\.0/],
  ['a setting without =', `${run} ${cut} --set=batchCount`, 'setting-malformed', /name=value/],
  [
    'an unknown parameter and a value out of range, both at once',
    `${run} --agent=removeBG --set=maskTyp=x --set=batchCount=5`,
    'parameter-unknown parameter-required parameter-range',
    /maskTyp[^]*batchCount/,
  ],
  [
    'a value that is not one of the choices',
    `${run} --agent=removeBG --set=maskType=subject`,
    'parameter-choice',
    /autoSubjectSegment/,
  ],
  [
    'a template that leads outside its folder',
    `${run} ${cut} --name=../{name}`,
    'template-escapes',
    /folder/,
  ],
  ['no recipe file', `${recipe}=no.json`, 'recipe-unreadable', /no\.json does not exist/],
  ['a recipe that is not JSON', `${recipe}=half.json`, 'recipe-unreadable', /not valid JSON/],
  ['a recipe with an unknown agent', `${recipe}=agent.json`, 'agent-unknown', /aiprodukt/],
  [
    'a recipe with an unknown parameter and value',
    `${recipe}=values.json`,
    'parameter-unknown parameter-choice',
    /colour[^]*maskType/,
  ],
  [
    'a mask file that does not exist',
    `${run} --agent=removeBG --set=maskType=custom --mask=mask.png`,
    'file-missing',
    /mask\.png/,
  ],
  ['only a missing photo', `run gone.jpg --out out ${cut}`, 'file-missing', /gone\.jpg/],
  ['an empty folder', `run in --out out ${cut}`, 'folder-empty', /contains no photos/],
  ['a folder that is its own output', `run in --out in/out ${cut}`, 'folder-own-output', /inside/],
  ['a hot folder', `watch in --out in ${cut}`, 'folder-own-output', /is inside its hot folder/],
  ['an output that is a file', `${run} ${cut} --out=half.json`, 'folder-unwritable', /"half.json"/],
  ['no key', `${run} ${cut} --service=https://s.example/v1`, 'service-key-missing', /_API_KEY/],
  [
    'a key that would be sent unencrypted',
    `${run} ${cut} --service=http://s.example/v1`,
    'service-bad-url',
    /http:/,
  ],
  ['no service', `${run} ${cut} --service=http://127.0.0.1:9/v1`, 'service-unreachable', /127\.0/],
  ['an agent without lists', 'info aipose', 'usage', /no lists for aipose/],
  ['an id that is not a number', 'models delete anna', 'usage', /anna/],
  ['a port that cannot exist', 'demo-service --port 99999', 'usage', /99999.*from 1 to 65535/],
  ['no ledger to read', 'retry', 'usage', /--failed or --held/],
  ['no ledger to look into', 'jobs', 'folder-missing', /--data/],
];
const files = {
  'half.json': '{"agent": ',
  'agent.json': '{"agent": "aiprodukt"}',
  'values.json': '{"agent": "removeBG", "params": {"colour": 1, "maskType": "x"}}',
};

describe('incorrect use of the command line', () => {
  it.each(wrong)('%s', async (what, words, codes, says) => {
    const here = await folder();
    await mkdir(join(here, 'in'));
    await copyFile(photo, join(here, 'photo.jpg'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(here, name), text);
    const env = { DARKSLIDE_DATA: join(here, 'data') };
    const withKey = { ...env, ...(what !== 'no key' && { DARKSLIDE_API_KEY: key }) };
    const args = [...words.split(' '), '--json'].filter((word) => word !== '');
    const ended = await darkslide(args, { workFolder: here, env: withKey });
    expect(ended.status).toBe(2);
    const told = ended.json().map((line) => (line as { error: { code: string } }).error.code);
    expect(told.join(' ')).toBe(codes);
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(ended.stdout + ended.stderr).not.toContain(key);
  });

  it('a key that the service doesn’t accept', async () => {
    const [demo, here] = [await demoService(), await folder()];
    const around = withService(demo, here);
    const ended = await darkslide(['run', photo, ...cutOut, '--out', join(here, 'out'), '--json'], {
      env: { ...around.env, DARKSLIDE_API_KEY: `${key}-old` },
    });
    expect(ended.status).toBe(2);
    expect(ended.json()).toMatchObject([{ error: { code: 'service-unauthorised' } }]);
    expect(ended.stdout + ended.stderr).not.toContain(key);
    expect(demo.records().uploads).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('refuses an unreadable folder, and says why', async () => {
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

describe('refuses to start', () => {
  it('F31 because another Darkslide uses the data folder, which can still be read', async () => {
    const { data, around } = await place();
    await mkdir(join(data, 'Drop'));
    const out = ['--out', join(data, 'out')];
    const first = start(['watch', join(data, 'Drop'), ...out, ...cutOut], around);
    await first.says('Press Ctrl-C to stop');

    const second = await darkslide(['check', '--json'], around);
    expect(second.status).toBe(3);
    expect(second.json()).toMatchObject([{ error: { code: 'data-folder-locked' } }]);
    expect(second.stderr).toMatch(/process \d+ on /);
    // looks like an earlier version of Darkslide, which accepts no commands
    await rm(join(data, 'control.json'));
    expect((await darkslide(['resume'], around)).status).toBe(3);
    expect((await darkslide(['retry', '1'], around)).status).toBe(3);
    const status = await darkslide(['status', '--json'], around);
    const holder = { kind: null, pid: expect.any(Number) as number, service: null };
    expect(status.json()).toMatchObject([{ darkslide: holder, jobs: { waiting: 0 } }]);
    expect((await darkslide(['jobs'], around)).status).toBe(0);
    expect((await darkslide(['info', 'removeBG'], around)).status).toBe(0);

    first.kill('SIGINT');
    expect((await first.ended).status).toBe(0);
  });

  it('F46 because the ledger is newer, and the ledger stays unchanged', async () => {
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
