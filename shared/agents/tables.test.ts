/**
 * The tables of the service's interface, copied section by section from its text and compared with the catalogue.
 * Nothing in this file is derived from the catalogue, so these tests find a mistake in the catalogue.
 */
import { describe, expect, it } from 'vitest';
import { describeAgents } from './index.ts';
import type { ParameterDescription } from './index.ts';

type Type = 'string' | 'int' | 'bool' | 'array of int';
type Required = 'yes' | 'no' | 'conditional';
interface Notes {
  values?: readonly (string | number)[];
  default?: unknown;
  range?: readonly [unknown, unknown];
}
type Row = readonly [name: string, type: Type, required: Required, notes?: Notes];

const customMask: Row[] = [
  ['customMask', 'string', 'conditional'],
  ['customMaskUrl', 'string', 'conditional'],
];
const batch16: Row = ['batchCount', 'int', 'no', { range: [1, 16], default: 4 }];
const batch4: Row = ['batchCount', 'int', 'no', { range: [1, 4], default: 4 }];
const formats = { values: ['jpg', 'png'], default: 'png' };
const format: Row = ['resultImageFormat', 'string', 'no', formats];
const resize: Row = ['resizeToOriginalImage', 'bool', 'no', { default: false }];

const mannequin: Row[] = [
  ['paramType', 'string', 'yes', { values: ['textDescription', 'template', 'prompt'] }],
  ['maskType', 'string', 'yes', { values: ['autoSubjectSegment', 'custom'] }],
  ...customMask,
  ['locationId', 'int', 'conditional'],
  ['fashionModelId', 'int', 'conditional'],
  ['tagIds', 'array of int', 'no'],
  ['textDescription', 'string', 'conditional'],
  ['posPrompt', 'string', 'conditional'],
  ['negPrompt', 'string', 'conditional'],
  ['denoiseType', 'int', 'conditional', { values: [14, 15] }],
  format,
  resize,
  batch4,
];

const masks = [
  'autoApparelSegment',
  'autoUpperApparelSegment',
  'autoLowerApparelSegment',
  'autoSubjectSegment',
  'autoHumanSegment',
  'inverseAutoHumanSegment',
  'custom',
];
const poses = ['originalImagePose', 'referenceImagePose', 'freePose'];
const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '9:16', '16:9', '21:9'];
/** Returns the range of positions in which at least 8 px of the photo stay inside the target on each side. */
const inside = (side: 'width' | 'height', target: string): Notes => ({
  range: [
    { photo: side, times: -1, plus: 8 },
    { parameter: target, plus: -8 },
  ],
});

/** The tables in the section "Execution parameters per agent". */
const executionParameters: Record<string, Row[]> = {
  'aimodel v1.0': [
    ['generatedContent', 'string', 'yes', { values: ['freeCreation', 'referToOrigin'] }],
    ['maskType', 'string', 'yes', { values: masks }],
    ...customMask,
    ['locationId', 'int', 'no'],
    ['locationTagIds', 'array of int', 'no'],
    ['fashionModelId', 'int', 'no'],
    ['fashionModelTagIds', 'array of int', 'no'],
    ['textDescription', 'string', 'no'],
    ['negTextDescription', 'string', 'no'],
    format,
    resize,
    batch16,
    ['pose', 'string', 'no', { values: poses, default: 'originalImagePose' }],
  ],
  'aiproduct v1.0': [
    ['generatedContent', 'string', 'yes', { values: ['freeCreation', 'referToOrigin'] }],
    ['maskType', 'string', 'yes', { values: ['autoSubjectSegment', 'custom'] }],
    ...customMask,
    ['locationId', 'int', 'no'],
    ['locationTagIds', 'array of int', 'no'],
    ['textDescription', 'string', 'no'],
    ['negTextDescription', 'string', 'no'],
    format,
    resize,
    batch16,
  ],
  'aipose v1.0': [
    ['generateVersion', 'string', 'no', { values: ['lite', 'pro'], default: 'lite' }],
    ['textDescription', 'string', 'yes'],
    batch16,
  ],
  'expandimage v1.0': [
    ['targetWidth', 'int', 'yes', { range: [1, 4096] }],
    ['targetHeight', 'int', 'yes', { range: [1, 4096] }],
    ['fillLeft', 'int', 'no', inside('width', 'targetWidth')],
    ['fillTop', 'int', 'no', inside('height', 'targetHeight')],
    batch16,
  ],
  'removeBG v1.0': [
    ['maskType', 'string', 'yes', { values: ['autoSubjectSegment', 'custom'] }],
    ...customMask,
    ['backgroundId', 'int', 'no'],
    ['backgroundHex', 'string', 'no'],
    batch4,
  ],
  'virtualtryon v1.0': [
    ['generateVersion', 'string', 'yes', { values: ['weshopFlash', 'weshopPro', 'bananaPro'] }],
    ['aspectRatio', 'string', 'no', { values: ratios }],
    ['imageSize', 'string', 'conditional', { values: ['1K', '2K', '4K'] }],
    ['descriptionType', 'string', 'yes', { values: ['custom', 'auto'] }],
    ['textDescription', 'string', 'conditional'],
    batch16,
  ],
  'changemodelbg v1.0': [
    ['descriptionType', 'string', 'yes', { values: ['custom', 'auto'] }],
    ['textDescription', 'string', 'conditional'],
    batch16,
  ],
  'mannequin v1.5': mannequin,
  'mannequin v1.0': mannequin,
};

/** The table in the section "initParams (all agents)". */
const initParameters: Row[] = [
  ['taskName', 'string', 'no'],
  ['originalImage', 'string', 'yes'],
];
const furtherImages: Row[] = [
  ['fashionModelImage', 'string', 'no'],
  ['locationImage', 'string', 'no'],
];
const withFurtherImages = ['virtualtryon v1.0', 'changemodelbg v1.0'];

const types: Record<ParameterDescription['type'], Type> = {
  choice: 'string',
  integer: 'int',
  boolean: 'bool',
  text: 'string',
  id: 'int',
  ids: 'array of int',
  colour: 'string',
  base64: 'string',
  url: 'string',
};

const required = { always: 'yes', 'when-it-applies': 'conditional', no: 'no' } as const;

function typeOf({ type, choices }: ParameterDescription): Type {
  return typeof choices?.[0]?.value === 'number' ? 'int' : types[type];
}

/** Returns a parameter of the catalogue in the form of a row in the interface's tables. */
function asRow(parameter: ParameterDescription): Row {
  const conditional = parameter.name.startsWith('customMask');
  const notes: Notes = {
    ...(parameter.choices && { values: parameter.choices.map(({ value }) => value) }),
    ...('default' in parameter && { default: parameter.default }),
    ...('min' in parameter && { range: [parameter.min, parameter.max] as const }),
  };
  const columns = [
    parameter.name,
    typeOf(parameter),
    conditional ? 'conditional' : required[parameter.required],
  ] as const;
  return Object.keys(notes).length === 0 ? columns : [...columns, notes];
}

const byName = (a: Row, b: Row) => (a[0] < b[0] ? -1 : 1);
const described = new Map(describeAgents().map((each) => [`${each.agent} ${each.version}`, each]));

describe('"What the service does"', () => {
  it('names the agents and their versions', () => {
    expect([...described.keys()]).toEqual(Object.keys(executionParameters));
  });

  it('marks mannequin as legacy', () => {
    const legacy = describeAgents().filter((each) => each.legacy);
    expect(legacy.map(({ agent }) => agent)).toEqual(['mannequin', 'mannequin']);
  });
});

it.each(Object.entries(executionParameters))(
  '"Execution parameters per agent" %s',
  (agent, rows) => {
    const declared = described.get(agent)?.params.map(asRow) ?? [];
    expect([...declared].sort(byName)).toEqual([...rows].sort(byName));
  },
);

describe('"initParams"', () => {
  it.each(Object.keys(executionParameters))('%s', (agent) => {
    const rows = withFurtherImages.includes(agent)
      ? [...initParameters, ...furtherImages]
      : initParameters;
    expect(described.get(agent)?.init.map(asRow)).toEqual(rows);
  });

  it('a task name may have at most 20 characters', () => {
    for (const { init } of described.values()) expect(init[0]?.maxLength).toBe(20);
  });
});

describe('"Agent information"', () => {
  it.each([
    ['aimodel v1.0', ['locations', 'fashionModels'], 'paged', 'resourceType'],
    ['aiproduct v1.0', ['locations'], 'paged', ''],
    ['expandimage v1.0', ['dimensions'], '', ''],
    ['removeBG v1.0', ['backgrounds'], '', ''],
    ['mannequin v1.0', ['locations', 'fashionModels', 'tags'], '', ''],
    ['mannequin v1.5', ['locations', 'fashionModels', 'tags'], '', ''],
  ])('%s has %j', (agent, lists, paged, resourceType) => {
    expect(described.get(agent)?.info).toEqual({
      lists,
      paged: paged !== '',
      resourceType: resourceType !== '',
    });
  });

  it.each(['aipose v1.0', 'virtualtryon v1.0', 'changemodelbg v1.0'])(
    '%s: the interface shows no example',
    (agent) => {
      expect(described.get(agent)?.info).toBeNull();
    },
  );
});
