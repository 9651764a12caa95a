import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPhotoName, inNaturalOrder, isFound, isJunk, isOwnFolder } from './names.ts';
import { forAll } from '../../../test/fixtures/property.ts';

describe('names', () => {
  it.each(
    [
      'a.tmp a.jpg.PART a.filepart a.jpg.crdownload ~a.jpg ~$a.psd a.jpg~ .in.a.jpg.',
      '.DS_Store ._a.jpg THUMBS.DB desktop.ini .k3x9.darkslide-part MVI_1.THM',
    ].flatMap((all) => all.split(' ')),
  )('F52 %s is junk', (name) => {
    expect(isJunk(name)).toBe(true);
  });

  it.each(['a.jpg', 'made.in.italy.jpg', 'part.jpg', 'tmp', 'IMG~1.jpg'])(
    '%s is not junk',
    (name) => {
      expect(isJunk(name)).toBe(false);
    },
  );

  it.each([
    ['a.jpg', true],
    ['sub/deep/a.jpg', true],
    ['Processed/a.jpg', false],
    ['FAILED/sub/a.jpg', false],
    ['sub/Processed/a.jpg', true],
    ['.hidden/a.jpg', false],
    ['@eaDir/a.jpg', false],
    ['sub/.a.jpg', false],
  ])('%s is found by a scan: %s', (relative, found) => {
    expect(isFound(relative, isOwnFolder)).toBe(found);
  });

  it('photos are recognised by their extensions, regardless of case', () => {
    expect(['a.JPG', 'a.Tiff', 'a.cr3', 'a.psd'].every(hasPhotoName)).toBe(true);
    expect(['a', 'a.txt', 'jpg', 'a.jpg.xmp', 'a.svg', 'a.gif'].some(hasPhotoName)).toBe(false);
  });

  it('sorts numbers as numbers', () => {
    const names = ['IMG_10.jpg', 'IMG_9.jpg', 'img_9b.jpg', 'IMG_100.jpg'];
    expect(names.sort(inNaturalOrder)).toEqual([
      'IMG_9.jpg',
      'img_9b.jpg',
      'IMG_10.jpg',
      'IMG_100.jpg',
    ]);
  });

  it('F61 sorts any names consistently, including names in two normal forms', () => {
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('Café', 'Cafe\u0301', 'CAFÉ', 'café', '1', '01', '001'),
    );
    forAll([fc.array(name), fc.array(name)], (one, other) => {
      const forwards = [...one, ...other].sort(inNaturalOrder);
      expect([...other, ...one].sort(inNaturalOrder)).toEqual(forwards);
    });
  });
});
