import { expect, it } from 'vitest';
import { removeBG } from './removeBG.ts';

it('C6 no text describes a result whose background was removed, because the interface doesn’t define it', () => {
  const { purpose, params, rules } = removeBG;
  const backgrounds = params.filter(({ name }) => /^background(?:Id|Hex)$/u.test(name));
  expect(backgrounds).toHaveLength(2);
  const texts = JSON.stringify([purpose, backgrounds, rules]);
  expect(texts).toContain('Without a background or colour, the service decides');
  expect(texts).not.toMatch(/transparent|checkered|white background|stays as it is/iu);
});
