import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/fixtures/any-text.ts';
import { safeFileName } from './multipart.ts';

describe('safeFileName', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['DSC_0001 (2).JPG', 'DSC_0001_2_.JPG'],
    ['写真.png', 'photo.png'],
    ['a"; filename="evil.exe', 'a_filename_evil.exe'],
    ['a\r\ncontent-type: x.webp', 'a_content-type_x.webp'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\photos\\x.jpeg', 'x.jpeg'],
    ['.hidden', '_hidden'],
    ['', 'photo'],
  ])('%j becomes %s', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('returns short plain ASCII for any name', () => {
    fc.assert(
      fc.property(anyText(160), (name) => {
        expect(safeFileName(name)).toMatch(/^[A-Za-z0-9_-]{1,80}(\.[A-Za-z0-9_-]{1,8})?$/);
      }),
    );
  });
});
