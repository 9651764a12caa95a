import { expect, it } from 'vitest';
import { withDays } from './days.ts';

it.each([
  ['The release ended on 2026-11-20, so it is held.', 'The release ended on <20>, so it is held.'],
  ['It ran out on 2026-11-20. Check the date.', 'It ran out on <20>. Check the date.'],
  ['It ran out on 2026-11-20.', 'It ran out on <20>.'],
  ['“shop.example, 2026-11-20”', '“shop.example, 2026-11-20”'],
  ['The model "2026-11-20" ended on 2026-11-20.', 'The model "2026-11-20" ended on <20>.'],
  ['/photos/2026-11-20/a.jpg and 2026-11-20.jpg', '/photos/2026-11-20/a.jpg and 2026-11-20.jpg'],
])('%s', (sentence, read) => {
  expect(withDays(sentence, (iso) => `<${iso.slice(-2)}>`)).toBe(read);
});
