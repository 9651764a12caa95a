import * as fc from 'fast-check';
import type { AgentVersion, Parameter, ParamValue } from '#shared/agents/index.ts';

/** Generates random parameter values of the right type, for property tests. */

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => text.trim() !== '');

function anyValue({ kind }: Parameter): fc.Arbitrary<ParamValue> {
  switch (kind.type) {
    case 'choice':
      return fc.constantFrom(...kind.choices.map((choice) => choice.value));
    case 'integer': {
      const max = typeof kind.max === 'number' ? kind.max : 64;
      return fc.integer({ min: typeof kind.min === 'number' ? kind.min : -64, max });
    }
    case 'id':
      return fc.integer({ min: 1 });
    case 'ids':
      return fc.array(fc.integer({ min: 1 }), { minLength: 1, maxLength: 5 });
    case 'boolean':
      return fc.boolean();
    case 'text':
      return words.map((text) => text.slice(0, kind.maxLength ?? text.length));
    case 'colour':
      return fc
        .integer({ min: 0, max: 0xffffff })
        .map((colour) => `#${colour.toString(16).padStart(6, '0')}`);
    case 'base64':
      return fc.base64String({ minLength: 4, maxLength: 40 });
    case 'url':
      return fc.webUrl();
  }
}

function everyParam(agent: AgentVersion): fc.Arbitrary<Record<string, ParamValue>> {
  return fc.record(
    Object.fromEntries(agent.params.map((parameter) => [parameter.name, anyValue(parameter)])),
  );
}

/**
 * Generates arbitrary parameters of the agent, each with a value of its type; the parameters may exclude each
 * other.
 */
export function anyParams(agent: AgentVersion): fc.Arbitrary<Record<string, ParamValue>> {
  const names = agent.params.map(({ name }) => name);
  return fc
    .tuple(everyParam(agent), fc.subarray(names))
    .map(([params, dropped]) => without(params, ...dropped));
}

function without(params: Record<string, ParamValue>, ...names: string[]) {
  return Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
}

/**
 * Returns the parameters that do not apply according to the service's interface, written by hand for every
 * agent.
 */
export function notApplying(name: string, params: Record<string, unknown>): string[] {
  const { maskType, paramType, generateVersion, descriptionType } = params;
  const prompt = ['posPrompt', 'negPrompt', 'denoiseType'];
  const template = ['locationId', 'fashionModelId', 'tagIds'];
  return [
    ...(maskType === 'custom' ? [] : ['customMask', 'customMaskUrl']),
    ...(name === 'aimodel' && maskType === 'autoSubjectSegment' ? ['fashionModelId'] : []),
    ...(name === 'aimodel' && maskType === 'autoHumanSegment' ? ['locationId'] : []),
    ...(name === 'virtualtryon' && generateVersion === 'weshopFlash' ? ['aspectRatio'] : []),
    ...(name === 'virtualtryon' && generateVersion !== 'bananaPro' ? ['imageSize'] : []),
    ...(descriptionType === 'auto' ? ['textDescription'] : []),
    ...(name === 'mannequin' && paramType !== 'template' ? template : []),
    ...(name === 'mannequin' && paramType !== 'textDescription' ? ['textDescription'] : []),
    ...(name === 'mannequin' && paramType !== 'prompt' ? prompt : []),
  ];
}

/** Returns the parameters that an agent accepts even if they do not apply. */
export function leftOut(name: string): string[] {
  if (name === 'mannequin') return ['posPrompt', 'negPrompt', 'denoiseType'];
  return name === 'virtualtryon' || name === 'changemodelbg' ? ['textDescription'] : [];
}

/** Generates parameters that the agent accepts: all required ones, and only parameters that apply. */
export function validParams(agent: AgentVersion): fc.Arbitrary<Record<string, ParamValue>> {
  const optional = agent.params
    .filter(({ name, required }) => required === undefined && !name.startsWith('customMask'))
    .map(({ name }) => name)
    .filter((name) => !['textDescription', 'locationId', 'targetWidth'].includes(name));
  return fc
    .tuple(everyParam(agent), fc.subarray(optional), fc.boolean())
    .map(([params, dropped, first]) => {
      const either = (a: string, b: string) => (first ? a : b);
      return without(
        params,
        ...notApplying(agent.name, params),
        ...dropped,
        either('customMask', 'customMaskUrl'),
        either('backgroundId', 'backgroundHex'),
        ...farOut(params),
      );
    });
}

/** Returns the names of the margins that could put the photo outside a small target. */
function farOut({ targetWidth, targetHeight }: Record<string, ParamValue>): string[] {
  const small = (side: ParamValue | undefined) => typeof side === 'number' && side < 64 + 8;
  return [...(small(targetWidth) ? ['fillLeft'] : []), ...(small(targetHeight) ? ['fillTop'] : [])];
}
