import { taskNameLength } from '../limits.ts';
import type { IdSource, Parameter, Rule } from './shape.ts';

/**
 * Parameters that several agents share, declared once (interface: "initParams", "Common to several agents"). Their
 * literal types are kept, so that the types of an agent's parameters can be derived.
 */
const taskName = {
  name: 'taskName',
  label: 'Task name',
  help: `Shown in your account at the service, up to ${taskNameLength} characters.`,
  kind: { type: 'text', maxLength: taskNameLength, lines: 'one' },
} as const satisfies Parameter;

const originalImage = {
  name: 'originalImage',
  label: 'Photo',
  help: 'Web address of the photo. Darkslide uploads the photo and fills this in.',
  kind: { type: 'url' },
  required: 'parameter-required.photo',
} as const satisfies Parameter;

/** The initial parameters that every agent accepts. */
export const commonInit = [taskName, originalImage] as const;

/** The additional photos of virtualtryon and changemodelbg. */
export const furtherImages = [
  {
    name: 'fashionModelImage',
    label: 'Model photo',
    help: 'A file, or a public web address.',
    kind: { type: 'url' },
  },
  {
    name: 'locationImage',
    label: 'Background photo',
    help: 'A file, or a public web address.',
    kind: { type: 'url' },
  },
] as const satisfies readonly Parameter[];

/**
 * Returns the parameter for the number of images per execution (interface: "Limits"); every agent has it, with its own
 * maximum.
 */
export function batchCount<const Max extends number>(max: Max) {
  return {
    name: 'batchCount',
    label: 'Number of images',
    help: `1–${max} per photo. Each is charged.`,
    kind: { type: 'integer', min: 1, max },
    default: 4,
    refusal: 'parameter-range.four-images',
    alwaysSent: true,
    replacedByService: true,
  } as const satisfies Parameter;
}

export const generatedContent = {
  name: 'generatedContent',
  label: 'Style',
  kind: {
    type: 'choice',
    choices: [
      {
        value: 'freeCreation',
        label: 'Free',
        note: "The style can differ from the photo's.",
      },
      {
        value: 'referToOrigin',
        label: 'Match the photo',
        note: "The style follows the photo's.",
      },
    ],
  },
  required: 'parameter-required.style',
} as const satisfies Parameter;

export const resultImageFormat = {
  name: 'resultImageFormat',
  label: 'File format',
  kind: {
    type: 'choice',
    choices: [
      { value: 'jpg', label: 'JPEG' },
      { value: 'png', label: 'PNG' },
    ],
  },
  default: 'png',
  minor: true,
} as const satisfies Parameter;

export const resizeToOriginalImage = {
  name: 'resizeToOriginalImage',
  label: 'Match photo size',
  help: 'Scales results to the pixel size of the photo.',
  kind: { type: 'boolean' },
  default: false,
  minor: true,
} as const satisfies Parameter;

/** Labels for the area that the mask keeps, in a photographer's words; everything else is generated. */
export const maskChoices = {
  autoApparelSegment: {
    value: 'autoApparelSegment',
    label: 'All clothing',
    note: 'Person and background are replaced.',
  },
  autoUpperApparelSegment: {
    value: 'autoUpperApparelSegment',
    label: 'Upper-body clothing',
    note: 'Everything else is replaced, including trousers and skirts.',
  },
  autoLowerApparelSegment: {
    value: 'autoLowerApparelSegment',
    label: 'Lower-body clothing',
    note: 'Everything else is replaced, including shirts and jackets.',
  },
  autoSubjectSegment: {
    value: 'autoSubjectSegment',
    label: 'Subject',
    note: 'Only the background is replaced.',
  },
  autoHumanSegment: {
    value: 'autoHumanSegment',
    label: 'All but head and face',
    note: 'Only head and face are replaced.',
  },
  inverseAutoHumanSegment: {
    value: 'inverseAutoHumanSegment',
    label: 'Face',
    note: 'Body and background are replaced.',
  },
  custom: {
    value: 'custom',
    label: 'Custom mask',
    note: 'Everything outside your mask is replaced.',
  },
} as const;

/** The parameter maskType of aiproduct, removeBG and mannequin, which have a subject and a custom mask. */
export const subjectMaskType = {
  name: 'maskType',
  label: 'Keep',
  kind: { type: 'choice', choices: [maskChoices.autoSubjectSegment, maskChoices.custom] },
  required: 'parameter-required.keep',
} as const satisfies Parameter;

const withCustomMask = {
  parameter: 'maskType',
  is: ['custom'],
  otherwise: 'must-not-be-sent',
  because: 'parameter-not-used.mask',
} as const;

/**
 * customMask and customMaskUrl: exactly one of them is sent with maskType `custom`, otherwise neither is
 * sent.
 */
export const customMasks = [
  {
    name: 'customMask',
    label: 'Custom mask',
    help: 'Base64 image of the same size as the photo, transparent outside the area to keep. A mask file is easier.',
    kind: { type: 'base64' },
    carriesMask: true,
    appliesWhen: withCustomMask,
  },
  {
    name: 'customMaskUrl',
    label: 'Mask address',
    help: 'Web address of an image of the same size as the photo, transparent outside the area to keep.',
    kind: { type: 'url' },
    carriesMask: true,
    appliesWhen: withCustomMask,
  },
] as const satisfies readonly Parameter[];

export const customMaskRules = [
  {
    need: 'at-least-one',
    of: ['customMask', 'customMaskUrl'],
    when: { parameter: 'maskType', is: ['custom'] },
    sentence: 'parameter-required.mask',
    by: 'service',
    metByMask: true,
  },
  {
    need: 'at-most-one',
    of: ['customMask', 'customMaskUrl'],
    sentence: 'parameter-together.masks',
    by: 'darkslide',
  },
] as const satisfies readonly Rule[];

/** Returns a parameter for an id in the agent's template list, from the info operation. */
export function templateId<const Name extends string>(name: Name, source: IdSource, label: string) {
  return { name, label, kind: { type: 'id', source } } as const satisfies Parameter;
}

/** Returns a parameter for a list of tag ids, from the info operation. `beside`: see `Parameter`. */
export function tagIds<const Name extends string>(
  name: Name,
  source: IdSource,
  label: string,
  beside: string,
) {
  const kind = { type: 'ids', source } as const;
  return { name, label, kind, minor: true, beside } as const satisfies Parameter;
}

/** Returns a parameter for free text with several lines. */
export function description<const Name extends string>(name: Name, label: string) {
  return { name, label, kind: { type: 'text', lines: 'many' } } as const satisfies Parameter;
}

/** The parameter of virtualtryon and changemodelbg that says who writes the description: the user or the service. */
export const descriptionType = {
  name: 'descriptionType',
  label: 'Description',
  kind: {
    type: 'choice',
    choices: [
      { value: 'custom', label: 'Written by you', note: 'The images follow your text.' },
      {
        value: 'auto',
        label: 'Written by the service',
        note: 'The service writes the description.',
      },
    ],
  },
  required: 'parameter-required.description-type',
} as const satisfies Parameter;

/**
 * textDescription of virtualtryon and changemodelbg: required with descriptionType `custom`. With `auto`, the interface
 * neither requires nor forbids the value, so Darkslide omits it instead of refusing it.
 */
export const customDescription = {
  name: 'textDescription',
  label: 'Custom description',
  kind: { type: 'text', lines: 'many' },
  required: 'parameter-required.description',
  appliesWhen: {
    parameter: 'descriptionType',
    is: ['custom'],
    otherwise: 'left-out',
    because: 'parameter-not-used.auto-description',
  },
} as const satisfies Parameter;
