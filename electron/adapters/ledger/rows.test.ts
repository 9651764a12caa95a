import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { expression, tablesOf } from './rows.ts';
import { bind } from './sqlite.ts';

function table() {
  const db = tablesOf(bind(new DatabaseSync(':memory:')));
  onTestFinished(() => db.close());
  db.exec('CREATE TABLE things (id INTEGER PRIMARY KEY, its_name TEXT, tries INTEGER, a_b_c TEXT)');
  return db;
}

it('columns have names in camel case when rows are written and read', () => {
  const db = table();
  const id = db.insertRow('things', { itsName: 'cup', tries: 1, aBC: 'x' });
  expect(db.get('SELECT * FROM things')).toEqual({ id, itsName: 'cup', tries: 1, aBC: 'x' });
  db.putRow('things', { id, itsName: 'jug' });
  expect(db.all('SELECT * FROM things')).toEqual([{ id, itsName: 'jug', tries: null, aBC: null }]);
});

it('an update changes the rows that match, with values and SQL expressions', () => {
  const db = table();
  for (const itsName of ['cup', 'jug', 'pot']) db.insertRow('things', { itsName, tries: 1 });
  const fields = {
    itsName: expression('its_name || ? || ?', '-', '2'),
    tries: expression('tries + 1'),
    aBC: null,
  };
  expect(db.update('things', fields, 'id > ? AND its_name <> ?', 1, 'pot')).toBe(1);
  expect(db.column('SELECT its_name FROM things ORDER BY id')).toEqual(['cup', 'jug-2', 'pot']);
  expect(db.value('SELECT sum(tries) FROM things')).toBe(4);
  expect(db.update('things', { tries: 0 }, 'id = ?', 9)).toBe(0);
});

it('a query without a matching row returns undefined', () => {
  const db = table();
  expect(db.value('SELECT id FROM things')).toBeUndefined();
  expect(db.column('SELECT id FROM things')).toEqual([]);
});
