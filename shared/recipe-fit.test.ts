import { describe, expect, it } from 'vitest';
import { problemIn, success } from './problem.ts';
import { checkFit, checkFrame } from './recipe-fit.ts';

const uploaded = { width: 720, height: 600 };
const expanding = (params: Readonly<Record<string, number>>) => ({
  agent: 'expandimage',
  version: 'v1.0',
  params: { targetWidth: 1600, targetHeight: 1200, ...params },
});

describe('"expandimage v1.0": fillLeft from -(original width)+8, fillTop from -(original height)+8', () => {
  it.each([
    [{}, null],
    [{ fillLeft: -712, fillTop: -592 }, null],
    [{ fillLeft: 1592, fillTop: 1192 }, null],
    [{ fillLeft: -713 }, 'fillLeft'],
    [{ fillTop: -593 }, 'fillTop'],
    // This value is wrong for every photo, so the check of the recipe itself reports it.
    [{ fillLeft: 1593 }, null],
  ])('for %j, the refused parameter is %j', (params, refused) => {
    const fit = checkFit(expanding(params), 'A.jpg', uploaded);
    expect(problemIn(fit)?.parameter ?? null).toBe(refused);
  });

  it('reports the photo, the allowed values, and that nothing was sent', () => {
    expect(problemIn(checkFit(expanding({ fillLeft: -713 }), 'A.jpg', uploaded))).toMatchObject({
      code: 'photo-misfit',
      parameter: 'fillLeft',
      about: 'A.jpg, 720 × 600 px',
      message: `These settings don't work for "A.jpg, 720 × 600 px": Left margin (fillLeft) must be a whole number of pixels from -712 to 1592, not -713. Otherwise the photo would lie outside the final image. Nothing was sent for it.`,
    });
  });

  it('do not apply to other agents', () => {
    const other = { agent: 'aipose', version: 'v1.0', params: { batchCount: 1 } };
    expect(checkFit(other, 'A.jpg', uploaded)).toEqual(success());
    expect(checkFrame(other, 'A.jpg', { width: 1440, height: 1200 }, uploaded)).toEqual(success());
  });

  it('a downscaled copy is refused, because the photo would have another position, unless the photo is centred', () => {
    const canvas = { width: 1440, height: 1200 };
    const told = checkFrame(expanding({ fillTop: 0 }), 'A.jpg', canvas, uploaded);
    expect(problemIn(told)).toMatchObject({ code: 'photo-frame-shift', parameter: 'fillTop' });
    expect(checkFrame(expanding({}), 'A.jpg', canvas, uploaded)).toEqual(success());
    expect(checkFrame(expanding({ fillTop: 0 }), 'A.jpg', uploaded, uploaded)).toEqual(success());
  });
});
