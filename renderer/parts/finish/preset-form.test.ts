import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPresetName } from '#shared/finish/preset-name.ts';
import { freeName } from './preset-form.ts';

const part = fc.stringMatching(/^[a-z0-9]{1,20}$/);
const presetName = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('-'))
  .filter(isPresetName);

it('a copy of any preset gets a valid name that is free', () => {
  fc.assert(
    fc.property(presetName, fc.integer({ min: 0, max: 12 }), (name, copies) => {
      const taken = [name];
      for (let copy = 0; copy <= copies; copy += 1) {
        const next = freeName(name, taken);
        expect(next).toSatisfy(isPresetName);
        expect(taken).not.toContain(next);
        taken.push(next);
      }
    }),
  );
});

it('a name that is cut at a hyphen gets a single hyphen before its number', () => {
  const name = 'autumn-2027-lookbook-square-white-without-shadows-uk-eu';
  expect(freeName(name, [])).toBe('autumn-2027-lookbook-square-white-without-shadows-2');
});
