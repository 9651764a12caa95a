import { describe, expect, it } from 'vitest';
import { createRedactor } from './redact.ts';

const redactor = createRedactor(() => ['/data', '/Volumes/Studio Disk/Drop']);
redactor.hide('sk-1234567890');

describe('F82 what goes into a log', () => {
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
    const begun = performance.now();
    expect(redactor.redact('/a a'.repeat(100_000)).length).toBeLessThan(30_000);
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
