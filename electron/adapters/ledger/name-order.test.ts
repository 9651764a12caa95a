import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { ledgerFile } from './files.ts';
import { nameOrder } from './name-order.ts';
import { migrate } from './migrate.ts';
import { queueRepository } from './queue.ts';
import { migrations } from './schema.ts';
import { tablesOf } from './rows.ts';
import { openDatabase } from './sqlite.ts';

const compare = (a: string, b: string) =>
  Buffer.compare(Buffer.from(nameOrder(a)), Buffer.from(nameOrder(b)));

describe('the order of names', () => {
  it('is the order that a user expects', () => {
    const inOrder = [
      'a1b10.jpg',
      'a1b9999999999999999999.jpg',
      'a2b1.jpg',
      'Élan 3.jpg',
      'elan 20.jpg',
      'IMG_2.jpg',
      'img_10.JPG',
      'IMG_100.jpg',
      'Strase.jpg',
      'Straße.jpg',
      'strasse_2.jpg',
      'zoo.jpg',
      'かさ1.jpg',
      'がさ2.jpg',
      'かさ10.jpg',
      '裙子2.jpg',
      '裙子10.jpg',
    ];
    expect(inOrder.toReversed().sort(compare)).toEqual(inOrder);
  });

  it.each([
    ['IMG_02.jpg', 'img_2.JPG'],
    ['É.jpg', 'E\u0301.jpg'],
    ['e.jpg', 'É.jpg'],
    ['Ａ１.jpg', 'a1.jpg'],
  ])('treats %s and %s as equal', (a, b) => {
    expect(compare(a, b)).toBe(0);
  });

  it('compares integers of any size', () => {
    const number = fc.bigInt({ min: 0n, max: 10n ** 60n });
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(compare(`IMG_${a}.jpg`, `IMG_${b}.jpg`)).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });
});

describe('a ledger from before names were sorted', () => {
  it('gets the new order for every job when it is opened, either completely or not at all', async () => {
    const folder = await ownFolder('order');
    const before = migrations.findIndex((migration) => migration.includes('name_order'));
    const db = openDatabase(ledgerFile(folder));
    onTestFinished(() => db.close());
    for (const migration of migrations.slice(0, before)) db.exec(migration);
    db.exec(`PRAGMA user_version = ${before};
      INSERT INTO photos (id, identity, first_seen_at) VALUES (1, 'a', 0), (2, 'b', 0);
      INSERT INTO recipes (id, text, identity) VALUES (1, '{}', '');
      INSERT INTO jobs (id, photo_id, recipe_id, identity, source, name, out_folder, state,
        created_at, updated_at, search) VALUES
        (1, 1, 1, '', '/p/IMG_10.jpg', 'IMG_10.jpg', '/out', 'done', 0, 0, '/p/img_10.jpg'),
        (2, 2, 1, '', '/p/Img_2.jpg', 'Img_2.jpg', '/out', 'held', 0, 0, '/p/img_2.jpg');
      CREATE TRIGGER in_the_way BEFORE UPDATE ON jobs WHEN old.id = 2
        BEGIN SELECT RAISE(ABORT, 'cut in the middle'); END;`);
    const versionOf = () => tablesOf(db).value('PRAGMA user_version');
    const columns = () => db.all<{ name: string }>('PRAGMA table_info(jobs)').map((c) => c.name);

    expect(() => migrate(db)).toThrow('cut in the middle');
    expect(versionOf()).toBe(before);
    expect(columns()).not.toContain('name_order');

    db.exec('DROP TRIGGER in_the_way');
    migrate(db);
    expect(queueRepository(tablesOf(db)).page({}, 'name', 0, 9).ids).toEqual([2, 1]);
    expect(queueRepository(tablesOf(db), 0).page({ text: 'img' }, 'name', 0, 9).ids).toEqual([
      2, 1,
    ]);
  });
});
