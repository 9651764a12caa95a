import { describe, expect, it } from 'vitest';
import type { Problem } from '#shared/problem.ts';
import { sumUp } from './refused.ts';

const broken = (name: string): Problem => ({
  code: 'photo-not-an-image',
  message: `"${name}" is not an image.`,
  about: name,
});
const files = (count: number) => Array.from({ length: count }, (_, at) => broken(`${at}.jpg`));
const textOf = ({ message }: Problem) => message;

describe('the summary of rejected files', () => {
  it('names the first files with their reasons', () => {
    expect(sumUp(files(2), 2, textOf)).toEqual({
      reasons: ['"0.jpg" is not an image.', '"1.jpg" is not an image.'],
      names: [],
      more: 0,
    });
  });

  it('lists the names of further files and counts the rest', () => {
    const { reasons, names, more } = sumUp(files(200), 4000, textOf);
    expect(reasons).toHaveLength(3);
    expect(names).toHaveLength(20);
    expect(names.slice(0, 2)).toEqual(['3.jpg', '4.jpg']);
    expect(more).toBe(3977);
  });

  it('shows the reason only once if it is the same for all files', () => {
    const gone: Problem = { code: 'file-unreadable', message: 'The disk is not connected.' };
    const told = { reasons: ['The disk is not connected.'], names: [], more: 0 };
    expect(sumUp([gone, gone, gone], 3, textOf)).toEqual(told);
  });
});
