import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { expression, insertRow, putRow, readColumn, readValue, updateRows } from './rows.ts';
import { bind } from './sqlite.ts';

function table() {
  const db = bind(new DatabaseSync(':memory:'));
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, its_name TEXT, tries INTEGER, a_b_c TEXT)');
  return db;
}

it('names columns in camel case, both ways', () => {
  const db = table();
  const id = insertRow(db, 'things', { itsName: 'cup', tries: 1, aBC: 'x' });
  expect(db.get('SELECT * FROM things')).toEqual({ id, itsName: 'cup', tries: 1, aBC: 'x' });
  putRow(db, 'things', { id, itsName: 'jug' });
  expect(db.all('SELECT * FROM things')).toEqual([{ id, itsName: 'jug', tries: null, aBC: null }]);
});

it('changes the rows of a condition, by values and by what SQL works out', () => {
  const db = table();
  for (const itsName of ['cup', 'jug', 'pot']) insertRow(db, 'things', { itsName, tries: 1 });
  const fields = {
    itsName: expression('its_name || ? || ?', '-', '2'),
    tries: expression('tries + 1'),
    aBC: null,
  };
  expect(updateRows(db, 'things', fields, 'id > ? AND its_name <> ?', 1, 'pot')).toBe(1);
  expect(readColumn(db, 'SELECT its_name FROM things ORDER BY id')).toEqual([
    'cup',
    'jug-2',
    'pot',
  ]);
  expect(readValue(db, 'SELECT sum(tries) FROM things')).toBe(4);
  expect(updateRows(db, 'things', { tries: 0 }, 'id = ?', 9)).toBe(0);
});

it('reads nothing where there is no row', () => {
  const db = table();
  expect(readValue(db, 'SELECT id FROM things')).toBeUndefined();
  expect(readColumn(db, 'SELECT id FROM things')).toEqual([]);
});
