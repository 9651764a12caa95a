import { describe, expect, it } from 'vitest';
import { agentOf } from '../test/fixtures/agent.ts';
import { checkInit } from './agents/index.ts';
import { countCharacters, cutCharacters } from './characters.ts';
import { parseRecipe } from './recipe.ts';

/** Returns this many characters, each of which has two UTF-16 units. */
const signs = (count: number) => '𠮷'.repeat(count);

describe('the length of a text', () => {
  it('C6 is counted in characters, not in UTF-16 units', () => {
    expect(countCharacters(signs(20))).toBe(20);
    expect(countCharacters('Kleid 👗')).toBe(7);
    expect(cutCharacters(signs(3), 2)).toBe(signs(2));
  });

  it('C6 may be 20 characters in a task name, however many UTF-16 units they need', () => {
    const wrong = (taskName: string) => {
      const originalImage = 'https://cdn.example/a.jpg';
      return checkInit(agentOf('removeBG'), { originalImage, taskName }).map(({ code }) => code);
    };
    expect(wrong(signs(20))).toEqual([]);
    expect(wrong(signs(21))).toEqual(['parameter-range']);
  });

  it('C6 is also counted in characters for the name of a recipe', () => {
    const params = { maskType: 'autoSubjectSegment' };
    const named = (count: number) =>
      parseRecipe({ format: 1, name: signs(count), agent: 'removeBG', params });
    expect([100, 101].map((count) => named(count).ok)).toEqual([true, false]);
  });
});
