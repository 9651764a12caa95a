import { describe, expect, it } from 'vitest';
import { copyHarness } from '../../../../test/fixtures/copies.ts';
import { patches } from '../../../../test/fixtures/pictures.ts';

const { prepared, copyOf } = copyHarness();
const jpeg = () => patches(640, 560).jpeg().toBuffer();
const page = '<!doctype html><script>alert(1)</script>';

describe('a file that is valid in two formats', () => {
  it.each([
    ['a web page', page],
    ['an SVG', '\n<svg xmlns="http://www.w3.org/2000/svg">'],
    ['a PDF', '%PDF-1.7\n'],
    ['an archive', 'PK\x03\x04'],
    ['a GIF', 'GIF89a'],
    ['a script', '#!/bin/sh\n'],
  ])('F80 is refused if it begins as %s, whatever picture follows', async (_, head) => {
    const outcome = await prepared('photo.jpg', Buffer.concat([Buffer.from(head), await jpeg()]));
    expect(outcome).toMatchObject({
      ok: false,
      problem: { code: expect.stringMatching(/^photo-(refused-format|not-an-image)$/) },
    });
  });

  it('F80 is reduced to its JPEG data if it begins as a JPEG', async () => {
    const picture = await jpeg();
    const comment = Buffer.from(page);
    const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
    const both = [picture.subarray(0, 2), segment, comment, picture.subarray(2), comment];
    const copy = await copyOf('photo.jpg', Buffer.concat(both));
    expect(copy.content.includes('<script>')).toBe(false);
    expect(copy).toMatchObject({ type: 'image/jpeg', width: 640, height: 560 });
  });
});
