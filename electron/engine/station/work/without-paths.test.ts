import { expect, it } from 'vitest';
import { problemOf } from '#shared/failure.ts';
import { outcomeOf } from './changes.ts';

const roots = { shoots: '/Volumes/shoots', monday: '/Volumes/shoots/monday' };

/** Returns everything that other stations read about a problem, as one text. */
const told = (problem: Parameters<typeof outcomeOf>[0]) =>
  JSON.stringify(outcomeOf(problem, roots).problem);

it('other stations read paths below shared folders, and of other files only the names', () => {
  const at = (path: string) => problemOf('file-missing', { name: path }, { about: path });
  expect(told(at('/Volumes/shoots/tuesday/a b.jpg'))).toContain('shoots/tuesday/a b.jpg');
  expect(told(at('/Volumes/shoots/monday/a.jpg'))).toContain('monday/a.jpg');
  for (const path of ['/Volumes/shoots/monday/a.jpg', '/Users/anna/Library/a.jpg']) {
    expect(told(at(path))).not.toMatch(/Volumes|Users|anna/u);
  }
  expect(outcomeOf(at('/Users/anna/Library/a.jpg'), roots).problem).toMatchObject({
    about: 'a.jpg',
  });
  expect(told(at('C:\\Users\\anna\\a.jpg'))).not.toMatch(/Users|anna/u);
  expect(told(at('\\\\nas\\office\\a.jpg'))).not.toMatch(/nas|office/u);
});

it('also in the words of the system and within other problems; all else stays', () => {
  const words = "EACCES: permission denied, open '/Users/anna/in the office/a.jpg'";
  const inner = problemOf('file-missing', { name: '/Users/anna/b.jpg' });
  const problem = problemOf('held-refused', { name: 'a.jpg', station: 'B', words });
  expect(told(problem)).toContain("open 'a.jpg'");
  expect(told({ ...problem, values: { ...problem.values, inner } })).not.toMatch(/Users|anna/u);
  const plain = problemOf('price-missing', {
    agent: 'removeBG v1.0',
    name: 'a/b.jpg',
    per: 'day',
    amount: { currency: 'EUR', minor: 500 },
    of: 'stations',
    folder: '',
  });
  expect(outcomeOf(plain, roots).problem).toMatchObject({ message: plain.message });
});
