import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addressText } from '#electron/adapters/shared-studio/address.ts';
import { ledgerIn } from '../fixtures/new-ledger.ts';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { sharedPostgres } from '../fixtures/shared-postgres.ts';
import { darkslide, demoService, folder, key } from './darkslide.ts';

const server = await sharedPostgres();

const removeBG = ['--agent=removeBG', '--set=maskType=autoSubjectSegment', '--set=batchCount=1'];

/** A paused photo of the station A, as another station has read it. */
const heldAtA = {
  key: '00000000-0000-0000-0000-000000000000',
  version: 1,
  mark: null,
  station: 'A',
  isOwn: false,
  isOpen: true,
  isWritten: true,
  choice: null,
  content: JSON.stringify({
    state: 'open',
    at: 'A',
    hold: '1 1',
    name: 'a.jpg',
    source: { root: 'shoots', path: 'a.jpg' },
    answers: [{ action: 'retry', means: 'goes-on' }],
    what: {
      kind: 'job',
      recipe: 'White',
      problem: { code: 'paused', message: 'It is paused.', about: null, said: null },
    },
    given: null,
    last: null,
  }),
};

/** Returns the command line of a station, which has a data folder of its own. */
async function stationOf(url: string) {
  const data = await folder();
  const env = {
    DARKSLIDE_DATA: data,
    DARKSLIDE_SERVICE_URL: url,
    DARKSLIDE_API_KEY: key,
    DARKSLIDE_STUDIO_PASSWORD: 'admin',
  };
  const out = await folder();
  return {
    data,
    env,
    command: (...args: string[]) => darkslide(args, { env }),
    run: (photo: string) =>
      darkslide(['run', photo, '--out', out, '--metadata=none', '--json', ...removeBG], { env }),
  };
}

it('a studio is created, joined, used by two stations and left', async () => {
  const demo = await demoService();
  const studio = await server.newStudio({ service: new URL(demo.url).origin });
  await studio.sql('DELETE FROM studio');
  const database = addressText(studio.admin);
  const photo = lightPhotograph('watch-steel.jpg');
  const a = await stationOf(demo.url);
  // this photo was bought before the station joined the studio
  expect((await a.run(photo)).status).toBe(0);

  const limits = ['--images-per-day=100', '--cost-per-month=900.50'];
  const create = ['studio', 'create', database, '--name', 'Studio', ...limits];
  const created = await a.command(...create);
  expect([created.status, created.stdout]).toEqual([
    0,
    expect.stringContaining('Created the studio "Studio"'),
  ]);
  expect((await a.command(...create)).stdout).toContain('is up to date');
  const zone = 'SELECT time_zone FROM studio';
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(await studio.sql(zone)).toEqual([{ time_zone: own }]);
  expect((await a.command(...create, '--time-zone=Mars/Base')).stderr).toContain('"Mars/Base"');
  expect((await a.command(...create, '--time-zone=asia/tokyo')).status).toBe(0);
  expect(await studio.sql(zone)).toEqual([{ time_zone: 'Asia/Tokyo' }]);
  expect((await a.command('studio', 'create', database, '--name', 'Other')).stderr).toContain(
    'already has the studio "Studio"',
  );

  // a station that could not record what it has bought leaves nothing behind
  await studio.sql(`CREATE FUNCTION is_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END $$`);
  await studio.sql(
    'CREATE TRIGGER full_disk BEFORE INSERT ON spent FOR EACH ROW EXECUTE FUNCTION is_full()',
  );
  expect((await a.command('studio', 'join', database)).stderr).toContain('studio-unreachable');
  expect(await studio.sql('SELECT FROM stations')).toEqual([]);
  await studio.sql('DROP TRIGGER full_disk ON spent');
  const joined = await a.command('studio', 'join', database, '--station', 'A', '--json');
  expect(joined.json()).toEqual([{ studio: 'Studio', station: 'A', recorded: 1 }]);
  const file = join(a.data, 'station.json');
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readFile(file, 'utf8')).toContain('"password": "admin"');
  expect((await a.command('studio', 'join', database)).stderr).toContain(
    'already part of the studio',
  );

  const b = await stationOf(demo.url);
  expect((await b.command('studio', 'status')).stderr).toContain('is not part of a shared studio');
  expect((await b.command('studio', 'join', database, '--station', 'a')).stderr).toContain(
    'already called "a"',
  );
  const joinB = ['studio', 'join', database, '--station', 'B'];
  const stranger = { env: { ...b.env, DARKSLIDE_API_KEY: 'the key of another account' } };
  const refused = await darkslide(joinB, stranger);
  expect(refused.stderr).toContain('differs from the key of the studio "Studio"');
  expect((await b.command(...joinB)).status).toBe(0);
  // no key is in the database
  expect(await studio.sql('SELECT length(mark) AS n FROM accounts')).toEqual([{ n: 8 }]);
  expect((await darkslide([...create, '--accept-key'], stranger)).status).toBe(0);
  expect(await studio.sql('SELECT FROM accounts')).toHaveLength(2);
  const second = await b.run(photo);
  expect(second.status).toBe(1);
  expect(second.jobs()).toMatchObject([
    {
      state: 'held',
      error: { code: 'bought-elsewhere', message: expect.stringContaining('station A') },
    },
  ]);
  expect((await b.run(lightPhotograph('lipstick-rouge.jpg'))).jobs()).toMatchObject([
    {
      state: 'held',
      error: { code: 'price-missing', message: expect.stringContaining('all stations') },
    },
  ]);
  expect(demo.records().executions).toHaveLength(1);

  const status = await b.command('studio', 'status', '--json');
  expect(status.json()).toMatchObject([
    {
      name: 'Studio',
      station: 'B',
      imagesPerDay: 100,
      stations: [
        { name: 'A', bought: 1 },
        { name: 'B', bought: 0 },
      ],
    },
  ]);
  expect(status.stdout).not.toContain('admin"');
  const text = (await b.command('studio', 'status')).stdout;
  expect(text).toContain('B is a station of "Studio"');
  expect(text).toContain('Daily limit: 100 images.');
  expect(text).toContain('midnight in Asia/Tokyo.');
  expect(text).toMatch(/Monthly limit: EUR\s900\.50\./);

  expect((await b.command('studio', 'roots')).stdout).toContain('shares no folders');
  const shoots = await folder();
  const other = await folder();
  await b.command('studio', 'roots', `shoots=${shoots}`);
  const roots = await b.command('studio', 'roots', `old=${other}`, '--json');
  expect(roots.json()).toEqual([{ roots: { shoots, old: other } }]);
  expect((await b.command('studio', 'roots', '--remove', 'old')).stdout).not.toContain(other);
  expect((await b.command('studio', 'roots')).stdout).toContain(shoots);
  expect((await b.command('studio', 'roots', '--remove', 'old')).stderr).toContain('"old"');
  expect((await b.command('studio', 'roots', `a=${shoots}/none`)).stderr).toContain(
    'is not a folder',
  );
  expect((await b.command('studio', 'roots', 'shoots')).stderr).toContain('shoots=/Volumes/shoots');

  expect((await b.command('studio', 'conflicts')).stdout).toContain('No conflicts');
  const ledger = ledgerIn(b.data);
  ledger.sharedConflicts.add({
    kind: 'recipe',
    key: 'a',
    name: 'White',
    mine: JSON.stringify({ name: 'White', params: { backgroundHex: '#aaaaaa' } }),
    theirs: JSON.stringify({ name: 'White', params: { backgroundHex: '#bbbbbb' } }),
    station: 'A',
    at: 0,
  });
  ledger.sharedHeld.put(heldAtA);
  ledger.close();
  const conflicts = (await b.command('studio', 'conflicts')).stdout;
  expect(conflicts).toContain('1: recipe White');
  expect(conflicts).toMatch(/params\.backgroundHex\s+#aaaaaa\s+#bbbbbb/u);
  expect((await b.command('studio', 'conflicts', '--json')).json()).toMatchObject([
    { conflicts: [{ id: 1, station: 'A', at: '1970-01-01T00:00:00.000Z' }] },
  ]);
  expect((await b.command('studio', 'leave')).stderr).toContain('1 item was changed');
  expect((await b.command('held')).stdout).toMatch(
    /a\.jpg, at A\n.*paused.*\n.*held answer 1 retry/su,
  );
  expect((await b.command('held', 'answer', '1', 'cancel')).stderr).toContain(
    'This answer is not available',
  );
  expect((await b.command('held', 'answer', '1', 'retry')).stdout).toContain('was sent to A');
  expect((await b.command('held', '--json')).json()).toContainEqual(
    expect.objectContaining({ number: 1, station: 'A', given: { by: null, action: 'retry' } }),
  );
  expect((await b.command('studio', 'keep', 'mine', '2')).stderr).toContain('no conflict 2');
  expect((await b.command('studio', 'keep', 'theirs', '1')).stdout).toContain('"White" is kept');
  // the decision takes effect only while Darkslide is open, as it is during this run
  await b.run(photo);

  expect((await b.command('studio', 'leave')).stdout).toContain('has left "Studio"');
  expect((await b.command('studio', 'leave')).stderr).toContain('is not part of a shared studio');

  // a station that has lost its file joins no studio until the user has left the first
  const idIn = async () =>
    (JSON.parse(await readFile(file, 'utf8')) as { station: string }).station;
  const id = await idIn();
  await rm(file);
  const again = ['studio', 'join', database, '--station', 'A'];
  expect((await a.command(...again)).stderr).toContain('leave the studio and join it again');
  expect((await a.command('studio', 'leave')).stdout).toContain('has left "Studio"');
  // the studio knows it by its ledger, so its name is free for it, and its purchases stay its own
  expect((await a.command(...again)).status).toBe(0);
  expect(await idIn()).toBe(id);
});

it('a station joins only a studio of its own service, with a password that no other user can read', async () => {
  const demo = await demoService();
  const studio = await server.newStudio({ service: 'https://other.test' });
  const database = addressText(studio.admin);
  const { command, data } = await stationOf(demo.url);
  expect((await command('studio', 'join', database)).stderr).toContain('https://other.test');
  const withPassword = database.replace('postgres@', 'postgres:admin@');
  expect((await command('studio', 'join', withPassword)).stderr).toContain(
    'Leave the password out',
  );
  expect((await command('studio', 'join', 'https://db/studio')).stderr).toContain(
    'Enter the database as',
  );
  const file = join(data, 'password');
  await writeFile(file, 'wrong\n');
  await chmod(file, 0o644);
  const byFile = () => command('studio', 'join', database, '--password-file', file);
  expect((await byFile()).status).toBe(2);
  await chmod(file, 0o600);
  expect((await byFile()).stderr).toContain('rejected the login');
  await expect(stat(join(data, 'station.json'))).rejects.toThrow('ENOENT');
});
