import { expect, it } from 'vitest';
import { allColumns, columnsIn } from './columns.ts';

it('a narrow list omits columns without renumbering the others', () => {
  const names = (width: number) => columnsIn(width).map(({ name }) => name);
  expect(names(320)).toEqual(['mark', 'picture', 'name', 'stage']);
  expect(names(519)).not.toContain('problem');
  expect(names(520)).toContain('problem');
  expect(columnsIn(5000)).toEqual(allColumns);
  for (const column of columnsIn(520)) expect(allColumns[column.at - 1]).toBe(column);
});
