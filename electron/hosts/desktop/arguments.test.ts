import { describe, expect, it } from 'vitest';
import { MOST_FILES, optionsOf, readArguments } from './arguments.ts';

const read = (...args: string[]) => readArguments(args, '/home/ann/shoot');

describe('reading start arguments', () => {
  it('separates options, files relative to the start folder, and unknown arguments', () => {
    const told = read('--data', '/data', 'a.jpg', '--hidden', '../b c.jpg', '/x/y.tif', '--foo=1');
    expect(told).toEqual({
      data: '/data',
      isHidden: true,
      files: ['/home/ann/shoot/a.jpg', '/home/ann/b c.jpg', '/x/y.tif'],
      notFiles: [],
      unknown: ['--foo'],
    });
    expect(read('--', '--data', '--foo')).toMatchObject({
      files: ['/home/ann/shoot/--data', '/home/ann/shoot/--foo'],
      unknown: [],
    });
  });

  it('keeps only the options for a restart, so that no file is opened again', () => {
    const args = '--data /data a.jpg --hidden --no-sandbox --foo=1 -- -b.jpg'.split(' ');
    expect(optionsOf(args)).toEqual(['--data=/data', '--no-sandbox', '--foo=1']);
  });

  it.each([
    'https://evil.example/a.jpg',
    'darkslide://app/#/settings',
    'darkslide-media://media/photo/1/160',
    'javascript:alert(1)',
    'data:text/html,x',
    'file://evil.example/share/a.jpg',
    'file:///a%00b.jpg',
    'file:///a%2Fb.jpg',
    'a\u0000.jpg',
    `/${'a'.repeat(40_000)}`,
  ])('does not treat %j as a file', (name) => {
    expect(read(name)).toMatchObject({ files: [], notFiles: [name] });
  });

  it('accepts the file URLs of file managers', () => {
    expect(read('file:///home/ann/%C3%9Cbung%201.jpg').files).toEqual(['/home/ann/Übung 1.jpg']);
    expect(read('FILE:///a.jpg', '/a.jpg').files).toEqual(['/a.jpg']);
  });

  it('limits the number of files, and ignores empty paths and a relative start folder', () => {
    const many = Array.from({ length: MOST_FILES + 5 }, (_, n) => `${n}.jpg`);
    expect(read(...many, '').files).toHaveLength(MOST_FILES);
    expect(readArguments(['a.jpg'], 'relative')).toMatchObject({ files: [], notFiles: ['a.jpg'] });
  });

  it('accepts an option without its value, and the switches of Chromium and Node', () => {
    const told = read('--service', '--inspect=0.0.0.0:9229', '--remote-debugging-port=1', '-x');
    expect(told).not.toHaveProperty('data');
    expect(told).toMatchObject({ files: [] });
    expect(read('--data').data).toBeUndefined();
    expect(read('--inspect=0.0.0.0:9229', '-x').unknown).toEqual(['--inspect', '-x']);
  });
});
