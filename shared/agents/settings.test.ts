import { describe, expect, it } from 'vitest';
import { findAgent, parseSetting } from './index.ts';

function read(agentName: string, text: string) {
  const agent = findAgent(agentName);
  if (!agent.ok) throw new Error(agent.problem.message);
  const parsed = parseSetting(agent.value, text);
  return parsed.ok ? parsed.value : `${parsed.problem.code}: ${parsed.problem.message}`;
}

describe('a --set name=value', () => {
  it.each([
    ['removeBG', 'batchCount=2', ['batchCount', 2]],
    ['removeBG', ' batchCount = 2 ', ['batchCount', 2]],
    ['removeBG', 'backgroundHex=#fff000', ['backgroundHex', '#fff000']],
    ['expandimage', 'fillLeft=-20', ['fillLeft', -20]],
    ['aimodel', 'resizeToOriginalImage=true', ['resizeToOriginalImage', true]],
    ['aimodel', 'resizeToOriginalImage=false', ['resizeToOriginalImage', false]],
    ['aimodel', 'locationTagIds=1, 2,3', ['locationTagIds', [1, 2, 3]]],
    ['aimodel', 'locationTagIds=', ['locationTagIds', []]],
    ['aimodel', 'textDescription=a = b, c', ['textDescription', 'a = b, c']],
    ['mannequin', 'denoiseType=14', ['denoiseType', 14]],
    // limits are the check's, which tells all problems at once
    ['removeBG', 'batchCount=99', ['batchCount', 99]],
    ['removeBG', 'maskType=nonsense', ['maskType', 'nonsense']],
  ])('%s: %s', (agent, text, expected) => {
    expect(read(agent, text)).toEqual(expected);
  });

  it.each([
    [
      'batchCount',
      'setting-malformed: "batchCount" is not a setting: write it as name=value, such as batchCount=2.',
    ],
    [
      '=2',
      'setting-malformed: "=2" is not a setting: write it as name=value, such as batchCount=2.',
    ],
    [
      'batchcount=2',
      'parameter-unknown: removeBG v1.0 has no parameter "batchcount". Did you mean batchCount?',
    ],
    [
      'batchCount=two',
      'parameter-type: Number of images (batchCount) must be a whole number from 1 to 4, not "two".',
    ],
    [
      'batchCount=',
      'parameter-type: Number of images (batchCount) must be a whole number from 1 to 4, not "".',
    ],
    [
      'batchCount=1e1',
      'parameter-type: Number of images (batchCount) must be a whole number from 1 to 4, not "1e1".',
    ],
  ])('%s is refused', (text, message) => {
    expect(read('removeBG', text)).toBe(message);
  });

  it.each(['resizeToOriginalImage=yes', 'resizeToOriginalImage=', 'locationTagIds=1,,2'])(
    '%s is refused',
    (text) => {
      expect(read('aimodel', text)).toMatch(/^parameter-type: /);
    },
  );
});

describe('an agent by its name', () => {
  it('is the newest version when none is given', () => {
    const found = findAgent('mannequin');
    expect(found.ok && found.value.version).toBe('v1.5');
    const older = findAgent('mannequin', 'v1.0');
    expect(older.ok && older.value.version).toBe('v1.0');
  });

  it.each([
    ['removebg', undefined, 'agent-unknown', 'Did you mean removeBG?'],
    ['retouch', undefined, 'agent-unknown', 'The agents are aimodel, aiproduct,'],
    ['mannequin', 'v1.6', 'version-unknown', 'mannequin has no version "v1.6".'],
    ['aimodel', 'v2.0', 'version-unknown', 'It has v1.0.'],
    ['', undefined, 'agent-unknown', 'There is no agent "".'],
  ])('%s %s is unknown', (name, version, code, words) => {
    const found = findAgent(name, version);
    expect(found).toMatchObject({ ok: false, problem: { code } });
    expect(!found.ok && found.problem.message).toContain(words);
  });
});
