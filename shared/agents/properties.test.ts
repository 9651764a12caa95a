import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyParams, leftOut, notApplying, validParams } from '../../test/tools/arbitrary-params.ts';
import { agents, checkParams, checkWire, imagesPerExecution } from './index.ts';
import { parseSetting, settingText, wireParams } from './index.ts';
import { forAll } from '../../test/fixtures/property.ts';

describe.each(agents)('$name $version', (agent) => {
  it('accepts every valid set of parameters, as the service does', () => {
    forAll([validParams(agent)], (params) => {
      expect(checkParams(agent, params)).toEqual([]);
      expect(checkWire(agent, params)).toEqual([]);
    });
  });

  it('sends a valid set of parameters unchanged, and adds batchCount', () => {
    forAll([validParams(agent)], (params) => {
      expect(wireParams(agent, params)).toEqual({ batchCount: 4, ...params });
    });
  });

  it('never sends inapplicable parameters', () => {
    forAll([anyParams(agent)], (params) => {
      const sent = Object.keys(wireParams(agent, params));
      const kept = Object.keys(params);
      expect(sent.filter((name) => notApplying(agent.name, params).includes(name))).toEqual([]);
      expect(sent.filter((name) => !kept.includes(name) && name !== 'batchCount')).toEqual([]);
    });
  });

  it('creates the same body again if that body is the input', () => {
    forAll([anyParams(agent)], (params) => {
      const sent = wireParams(agent, params);
      expect(wireParams(agent, sent)).toEqual(sent);
      expect(imagesPerExecution(agent, sent)).toBe(sent['batchCount']);
    });
  });

  it('C6 leaves out inapplicable parameters, and refuses them where the interface refuses them', () => {
    forAll([validParams(agent), anyParams(agent)], (valid, any) => {
      const hidden = notApplying(agent.name, valid);
      const extra = Object.entries(any).filter(([name]) => hidden.includes(name));
      const given = { ...valid, ...Object.fromEntries(extra) };
      const problems = checkParams(agent, given);
      const refused = extra.filter(([name]) => !leftOut(agent.name).includes(name));
      const told = refused.map(([name]) => `parameter-not-used ${name}`);
      expect(new Set(problems.map((one) => `${one.code} ${one.parameter}`))).toEqual(new Set(told));
      expect(problems).toHaveLength(told.length);
      expect(wireParams(agent, given)).toEqual(wireParams(agent, valid));
    });
  });

  it('lets parameters be folded only below a picker that is always shown', () => {
    for (const { beside, minor } of agent.params.filter((one) => one.beside !== undefined)) {
      const picker = agent.params.find(({ name }) => name === beside);
      expect(picker?.kind.type).toBe('id');
      expect([minor, picker?.minor]).toEqual([true, undefined]);
    }
  });

  it('names a parameter in every problem, and never throws, whatever the input', () => {
    const names = agent.params.map(({ name }) => name);
    const anything = fc.dictionary(
      fc.oneof(fc.constantFrom(...names), fc.string()),
      fc.anything({ withBigInt: false }),
    );
    forAll([anything], (given) => {
      for (const problem of checkParams(agent, given)) {
        expect(problem.parameter).toBeTypeOf('string');
        expect(problem.message.length).toBeLessThan(600);
      }
    });
  });

  it('parses the text of a setting into the same value', () => {
    forAll([validParams(agent)], (params) => {
      for (const [name, value] of Object.entries(params)) {
        expect(parseSetting(agent, settingText(name, value))).toEqual({
          ok: true,
          value: [name, value],
        });
      }
    });
  });
});
