import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { screen } from '../../../test/desktop/electron/electron.ts';
import { placeFor, savePlace } from './window-place.ts';

const folder = await ownFolder('place', afterAll);

const at = (x: number, y: number, width = 1000, height = 700) => ({ x, y, width, height });
const usual = { bounds: { width: 1440, height: 900 }, isMaximized: false, isFullScreen: false };

describe('the position of the window', () => {
  it('is the default at first, and the saved position later', async () => {
    expect(placeFor(folder)).toEqual(usual);
    const place = { bounds: at(200, 100), isMaximized: true, isFullScreen: false };
    await savePlace(folder, place, Math.random);
    expect(placeFor(folder)).toEqual(place);
  });

  it.each([
    ['on a display that is no longer connected', at(2500, 100)],
    ['almost completely outside the display', at(1900, 100)],
    ['whose title bar can’t be reached', at(100, -300)],
    ['below the display', at(100, 1079)],
    ['with a size too small to see', at(100, 100, 10, 10)],
  ])('is the default instead of a saved position %s', async (_what, bounds) => {
    await savePlace(folder, { bounds, isMaximized: false, isFullScreen: false }, Math.random);
    expect(placeFor(folder)).toEqual(usual);
  });

  it('may be on a second display while it is connected', async () => {
    const place = { bounds: at(2500, 100), isMaximized: false, isFullScreen: false };
    await savePlace(folder, place, Math.random);
    const [first] = screen.displays;
    screen.displays = [first!, { workArea: { x: 1920, y: 0, width: 2560, height: 1440 } }];
    expect(placeFor(folder)).toEqual(place);
    screen.displays = [first!];
  });

  const damaged = ['', '{', '{"bounds":{}}', '{"bounds":{"x":"a"}}', '[]', 'null'];
  it.each(damaged)('is the default if the file contains %j', async (text) => {
    await writeFile(join(folder, 'window.json'), text);
    expect(placeFor(folder)).toEqual(usual);
  });
});
