import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  exchanged,
  openStation,
  type DocumentStation,
} from '../../../../test/fixtures/document-station.ts';
import { takeIn } from '../../../../test/fixtures/fresh-ledger.ts';
import { deliver } from '../../../../test/fixtures/jobs.ts';
import { sharedPostgres } from '../../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../../test/fixtures/values.ts';
import { toSharedRun } from './runs.ts';

const server = await sharedPostgres();

const roots = { shoots: '/Volumes/shoots' };
const file = (place: string) => ({
  file: place,
  sha256: 'f'.repeat(64),
  bytes: 9,
  width: 4,
  height: 6,
});

/** Processes a photo of the station's folder; returns the photo's content. */
function process({ ledger }: DocumentStation, folder: string, letter: string): string {
  const sha256 = letter.repeat(64);
  const place = { source: join(folder, `${letter}.jpg`), outFolder: join(folder, 'out') };
  const jobId = takeIn(ledger, { sha256, name: `${letter}.jpg`, ...place });
  deliver(ledger, jobId, [file(join(folder, 'out', `${letter}.png`))]);
  return sha256;
}

const filesOf = ({ ledger }: DocumentStation) => {
  const { ids } = ledger.library.page({}, 'newest', 0, 100);
  return ids.map((id) => ledger.results.get(id)?.delivered?.file);
};

async function stations() {
  const studio = await server.newStudio();
  const a = await openStation(studio, 'A', roots);
  const b = await openStation(studio, 'B', { shoots: '/mnt/shoots' });
  return { studio, a, b };
}

describe('finished runs', () => {
  it('below a shared root are in the library of every station, and do not count as purchases of the other stations', async () => {
    const { studio, a, b } = await stations();
    process(a, '/Volumes/shoots/day', 'a');
    process(a, '/Users/anna', 'b');
    await exchanged(a, b, a);
    expect(filesOf(b)).toEqual([join('/mnt/shoots', 'day/out/a.png')]);
    expect(filesOf(a)).toHaveLength(2);
    expect(b.ledger.claims.unclaimed()).toEqual([]);
    // a station without the root sees the run once it has the root
    const c = await openStation(studio, 'C');
    await exchanged(c);
    expect([filesOf(c), c.codes()]).toEqual([[], []]);
    c.own.roots = roots;
    await exchanged(c);
    expect(filesOf(c)).toEqual(['/Volumes/shoots/day/out/a.png']);
  });

  /** Moves the photo of a station's only job, as after the job; `isOwn`: the station's hot folder moved it. */
  const move = ({ ledger }: DocumentStation, place: string, isOwn = true) => {
    const [jobId = 0] = ledger.jobs.list(['done'], 10);
    ledger.jobs.moved(jobId, place);
    if (isOwn) ledger.studioRuns.places.moved(jobId);
  };
  const sourceOf = ({ ledger }: DocumentStation) => {
    const [jobId = 0] = ledger.jobs.list(['done'], 10);
    return valueOf(ledger.jobs.load(jobId)).source;
  };

  const madeBy = ({ ledger }: DocumentStation) => {
    const [jobId = 0] = ledger.jobs.list(['done'], 10);
    return ledger.sharedWork.stationOf(jobId);
  };

  it('have the new path of their photo after a station has moved it', async () => {
    const { studio, a, b } = await stations();
    process(a, '/Volumes/shoots', 'a');
    await exchanged(a, b);
    expect(sourceOf(b)).toBe(join('/mnt/shoots', 'a.jpg'));
    move(a, '/Volumes/shoots/Processed/a.jpg');
    await exchanged(a, b);
    expect(sourceOf(b)).toBe(join('/mnt/shoots', 'Processed/a.jpg'));
    // another station moves it: the station that has bought it follows, and so does a new one
    move(b, '/mnt/shoots/Archive/a.jpg');
    await exchanged(b, a, b);
    const c = await openStation(studio, 'C', roots);
    await exchanged(c);
    const archived = '/Volumes/shoots/Archive/a.jpg';
    expect([sourceOf(a), sourceOf(c)]).toEqual([archived, archived]);
    // B changed the document last, but A bought the images
    expect([a, b, c].map(madeBy)).toEqual([null, 'A', 'A']);
    expect(filesOf(c)).toEqual(['/Volumes/shoots/out/a.png']);
    expect([a, b, c].flatMap(({ codes }) => codes())).toEqual([]);
  });

  it('do not contain paths that only one station can reach, or the copy of another station', async () => {
    const { a, b } = await stations();
    const own = { sha256: 'a'.repeat(64), source: '/mnt/shoots/copy/a.jpg' };
    b.ledger.jobs.end(takeIn(b.ledger, own), 'held', null);
    process(a, '/Volumes/shoots', 'a');
    await exchanged(a, b);
    move(a, '/Volumes/shoots/Processed/a.jpg');
    await exchanged(a, b, a);
    expect([sourceOf(a), sourceOf(b)]).toEqual([
      '/Volumes/shoots/Processed/a.jpg',
      '/mnt/shoots/copy/a.jpg',
    ]);
    move(a, '/Users/anna/a.jpg');
    await exchanged(a, b, a);
    expect(a.ledger.studioRuns.outdated(10)).toEqual([]);
    expect(sourceOf(a)).toBe('/Users/anna/a.jpg');
  });

  it('have the new path again that a restored database has lost', async () => {
    const { studio, a, b } = await stations();
    process(a, '/Volumes/shoots', 'a');
    await exchanged(a, b);
    const tables = ['document_versions', 'documents'];
    for (const table of tables) await studio.sql(`CREATE TABLE saved_${table} AS TABLE ${table}`);
    move(a, '/Volumes/shoots/Processed/a.jpg');
    await exchanged(a, b);
    for (const table of tables) {
      await studio.sql(`DELETE FROM ${table}`);
      await studio.sql(`INSERT INTO ${table} SELECT * FROM saved_${table}`);
    }
    await exchanged(b, a, b);
    const c = await openStation(studio, 'C', roots);
    await exchanged(c);
    const moved = '/Volumes/shoots/Processed/a.jpg';
    expect([sourceOf(a), sourceOf(c)]).toEqual([moved, moved]);
    expect(sourceOf(b)).toBe('/mnt/shoots/Processed/a.jpg');
  });

  it('wait for the job of the same photo, and complete it', async () => {
    const { a, b } = await stations();
    const job = takeIn(b.ledger, { sha256: 'a'.repeat(64), source: '/mnt/shoots/a.jpg' });
    process(a, '/Volumes/shoots', 'a');
    await exchanged(a, b);
    expect(filesOf(b)).toEqual([]);
    b.ledger.jobs.end(job, 'held', null);
    await exchanged(b);
    expect(valueOf(b.ledger.jobs.load(job)).state).toBe('done');
    expect(filesOf(b)).toHaveLength(1);
  });

  it('are shared once, even if the answer was lost, and again with a restored database', async () => {
    const { studio, a, b } = await stations();
    process(a, '/Volumes/shoots', 'a');
    await exchanged(a);
    a.ledger.studioRuns.unshareAll();
    await exchanged(a, b);
    const kinds = () => studio.sql("SELECT kind FROM documents WHERE kind = 'run'");
    expect(await kinds()).toHaveLength(1);
    await studio.sql('DELETE FROM document_versions');
    await studio.sql('DELETE FROM documents');
    await exchanged(b, a);
    expect(await kinds()).toHaveLength(1);
  });

  it('of a hostile station can’t name files outside the shared roots', async () => {
    const { a, b } = await stations();
    process(a, '/Volumes/shoots', 'a');
    const [run] = a.ledger.studioRuns.unshared(1);
    if (run === undefined) throw new Error('there is no run');
    const { id: _id, ...given } = run;
    const content = toSharedRun(given, roots, a.ledger.sharedDocuments) ?? '';
    const masked = content
      .replace('"autoSubjectSegment"', '"custom"')
      .replace('"mask":null', '"mask":"/etc/passwd"');
    const hostile = [
      content.replace('"path":"a.jpg"', '"path":"../../etc/passwd"'),
      content.replace('"path":"out/a.png"', '"path":"/etc/passwd"'),
      content.replace('"subFolder":""', '"subFolder":"../.."'),
      content.replace('"name":"a.jpg"', '"name":"../a.jpg"'),
      masked,
      masked.replace('"init":{},', ''),
      '[]',
    ];
    expect(new Set([content, ...hostile]).size).toBe(8);
    for (const [at, one] of hostile.entries()) {
      const draft = { kind: 'run', key: randomUUID(), subject: `${at}`, base: 0, content: one };
      expect(valueOf(await a.shared.documents.put(draft, a.lease)).kind).toBe('saved');
    }
    await exchanged(b);
    expect(filesOf(b)).toEqual([]);
    expect(b.codes().filter((code) => code === 'shared-document').length).toBeGreaterThan(2);
  });
});

describe('picks and ratings', () => {
  const marksOf = ({ ledger }: DocumentStation) => {
    const { ids } = ledger.library.page({}, 'photo', 0, 100);
    return ids.map((id) => {
      const { pick = 0, stars = 0 } = ledger.marks.of([id]).get(id) ?? {};
      return [pick, stars];
    });
  };
  const rate = ({ ledger }: DocumentStation, at: number, stars: number, pick?: 1 | -1) => {
    const { ids } = ledger.library.page({}, 'photo', 0, 100);
    expect(ledger.marks.set([ids[at] ?? 0], { stars, pick })).toBe(1);
  };

  async function twoLibraries() {
    const { studio, a, b } = await stations();
    for (const letter of ['a', 'b']) process(a, '/Volumes/shoots', letter);
    await exchanged(a, b);
    return { studio, a, b };
  }

  it('reach every station, however often they change, even if they arrive before their result', async () => {
    const { studio, a, b } = await twoLibraries();
    rate(a, 0, 4, 1);
    await exchanged(a);
    rate(a, 0, 5);
    await exchanged(a, b);
    expect(marksOf(b)).toEqual([
      [1, 5],
      [0, 0],
    ]);
    rate(b, 0, 0, -1);
    rate(b, 1, 2);
    await exchanged(b, a);
    expect(marksOf(a)).toEqual([
      [-1, 0],
      [0, 2],
    ]);
    const c = await openStation(studio, 'C', roots);
    const photo = { sha256: 'b'.repeat(64), name: 'b.jpg', source: '/Volumes/shoots/b.jpg' };
    const job = takeIn(c.ledger, photo);
    await exchanged(c);
    expect(marksOf(c)).toEqual([[-1, 0]]);
    c.ledger.jobs.end(job, 'held', null);
    await exchanged(c);
    expect(marksOf(c)).toEqual([
      [-1, 0],
      [0, 2],
    ]);
    expect([a, b, c].flatMap(({ codes }) => codes())).toEqual([]);
  });

  it('changed at two stations at once: the first to arrive count, and the other station reports that', async () => {
    const { a, b } = await twoLibraries();
    rate(a, 0, 3);
    rate(b, 0, 1);
    await exchanged(a, b, a);
    expect([marksOf(a)[0], marksOf(b)[0]]).toEqual([
      [0, 3],
      [0, 3],
    ]);
    expect([a.codes(), b.codes()]).toEqual([[], ['shared-conflict.ratings']]);
  });

  it('are restored from the stations if the database loses them', async () => {
    const { studio, a, b } = await twoLibraries();
    rate(a, 0, 3);
    await exchanged(a, b);
    const tables = ['document_versions', 'documents'];
    for (const table of tables) await studio.sql(`CREATE TABLE saved_${table} AS TABLE ${table}`);
    rate(a, 0, 5);
    rate(a, 1, 1);
    await exchanged(a, b);
    for (const table of tables) {
      await studio.sql(`DELETE FROM ${table}`);
      await studio.sql(`INSERT INTO ${table} SELECT * FROM saved_${table}`);
    }
    const c = await openStation(studio, 'C', roots);
    await exchanged(b, a, b, c);
    for (const station of [a, b, c])
      expect(marksOf(station)).toEqual([
        [0, 5],
        [0, 1],
      ]);
  });
});
