import { describe, expect, it } from 'vitest';
import { agentOf } from '../../test/fixtures/agent.ts';
import { findAgent, parseSetting } from './index.ts';

function read(agentName: string, text: string) {
  const parsed = parseSetting(agentOf(agentName), text);
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
    // Limits are checked later, when all problems are reported together.
    ['removeBG', 'batchCount=99', ['batchCount', 99]],
    ['removeBG', 'maskType=nonsense', ['maskType', 'nonsense']],
  ])('of %s is parsed by the type of its parameter: %s', (agent, text, expected) => {
    expect(read(agent, text)).toEqual(expected);
  });

  const malformed = 'is not a setting. Write name=value, such as batchCount=2.';
  const range = 'Number of images (batchCount) must be a whole number from 1 to 4, not';
  it.each([
    ['batchCount', `setting-malformed: "batchCount" ${malformed}`],
    ['=2', `setting-malformed: "=2" ${malformed}`],
    [
      'batchcount=2',
      'parameter-unknown: removeBG v1.0 has no parameter "batchcount". Did you mean batchCount?',
    ],
    ['batchCount=two', `parameter-type: ${range} "two".`],
    ['batchCount=', `parameter-type: ${range} "".`],
    ['batchCount=1e1', `parameter-type: ${range} "1e1".`],
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

describe('finding an agent by name', () => {
  it('returns the newest version if none is given', () => {
    expect(findAgent('mannequin')).toMatchObject({ value: { version: 'v1.5' } });
    expect(findAgent('mannequin', 'v1.0')).toMatchObject({ value: { version: 'v1.0' } });
  });

  it.each([
    ['removebg', undefined, 'agent-unknown', 'Did you mean removeBG?'],
    ['retouch', undefined, 'agent-unknown', 'Available: aimodel, aiproduct,'],
    ['mannequin', 'v1.6', 'version-unknown', 'mannequin has no version "v1.6".'],
    ['aimodel', 'v2.0', 'version-unknown', 'Available: v1.0.'],
    ['', undefined, 'agent-unknown', 'No agent is named "".'],
  ])('reports "%s" with version %s as unknown', (name, version, code, words) => {
    const problem = { code, message: expect.stringContaining(words) };
    expect(findAgent(name, version)).toMatchObject({ ok: false, problem });
  });
});
