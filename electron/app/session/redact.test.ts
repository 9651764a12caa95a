import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const redactor = createRedactor(() => ['/data', '/Volumes/Studio Disk/Drop']);
redactor.hide('sk-1234567890');

describe('F82 redacted text', () => {
  it.each([
    ['The photo /home/ann/Secret Shoot/IMG 1.jpg is gone.', 'The photo …/IMG 1.jpg is gone.'],
    ['"C:\\Users\\ann\\Nude\\1.jpg" cannot be read', '"…/1.jpg" cannot be read'],
    ['\\\\server\\share\\a b\\c.jpg (EIO)', '…/c.jpg (EIO)'],
    ['in /data/work/1 and /secret/place', 'in /data/work/1 and …/place'],
    ['/Volumes/Studio Disk/Drop/a.jpg waits', '/Volumes/Studio Disk/Drop/a.jpg waits'],
    ['/data/../etc/passwd', '…/passwd'],
    ['/database/a.jpg', '…/a.jpg'],
    ['at file:///home/ann/app/main.ts:1:2', 'at …/main.ts:1:2'],
    [
      '8256 × 5504, 1/2 and/or http://x.example/a/b',
      '8256 × 5504, 1/2 and/or http://x.example/a/b',
    ],
    ['key sk-1234567890, sk-1234567890', 'key [key], [key]'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer [key]'],
    ['X-Api-Key: abcdef', 'X-Api-Key: [key]'],
    ['the token is {"token":"abc"}', 'the token is {"token":"[key]"}'],
    ['http://ann:p@ss@proxy.example:3128 asks', 'http://…@proxy.example:3128 asks'],
    ['https://s3.example/a.png?X-Sig=abc&b=1 failed', 'https://s3.example/a.png?… failed'],
  ])('%s', (text, clean) => {
    expect(redactor.redact(text)).toBe(clean);
  });

  it('is short, however long the text', () => {
    expect(redactor.redact('/a a'.repeat(100_000)).length).toBeLessThan(30_000);
  });
});

describe('A10 a text of 2 MB', () => {
  const SIZE = 2_000_000;
  const filled = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);

  it.each([
    ['paths', '/a a'],
    ['one path', '/a'],
    ['one name', '/aaaa'.padEnd(SIZE, 'a')],
    ['folders that end in spaces', '/a b    '],
    ['the beginnings of addresses', 'http://'],
    ['parts that could be a scheme', 'a.'],
    ['addresses with a user name and no end', 'ftp://a@'],
    ['words before a key', 'token '],
    ['words before a key, and their spaces', 'authorization:   bearer    '],
    ['quotes', 'token="'],
    ['drives', 'c:\\'],
    ['spaces', ' '],
  ])('A10 is redacted in a single pass if it consists of %s', (_what, unit) => {
    expect(redactor.redact(filled(unit)).length).toBeLessThanOrEqual(20_001);
  });

  it('A10 is shortened only after its key is removed', () => {
    const key = 'sk-1234567890';
    for (let before = 19_985; before <= 20_001; before += 1) {
      const clean = redactor.redact(`${'x'.repeat(before)}${key} and more`);
      expect(clean).not.toContain('sk-');
    }
    const address = `${'x'.repeat(19_980)} https://s3.example/a.png?X-Signature=secret`;
    expect(redactor.redact(address)).not.toContain('X-Sig');
  });
});

it('A10 the patterns of the redactor need no backtracking', async () => {
  const source = await readFile(new URL('./redact.ts', import.meta.url), 'utf8');
  const patterns = [...source.matchAll(/(?<=[:=] |\n {4})(\/(?![/*]).+\/[a-z]*[gy][a-z]*),?$/gmu)];
  expect(patterns.length).toBe(7);
  for (const [, pattern] of patterns) {
    // Outside of a character class, an unbounded quantifier could read a text many times.
    expect(pattern?.replaceAll(/\[(?:\\.|[^\]])*\]/gu, 'x').replaceAll(/\\./gu, 'x')).not.toMatch(
      /[*+]|\{\d+,\}/u,
    );
  }
});
