import { taskNameLength } from '../limits.ts';
import type { IdSource, Parameter, Rule } from './shape.ts';

/**
 * Parameters that several agents share, declared once: "initParams" and "Common to several agents".
 * Each keeps its literal types, so that the types of an agent's parameters can be derived.
 */
const taskName = {
  name: 'taskName',
  label: 'Task name',
  help: `A name for the task in the account, at most ${taskNameLength} characters. None is sent unless you enter one.`,
  kind: { type: 'text', maxLength: taskNameLength, lines: 'one' },
} as const satisfies Parameter;

const originalImage = {
  name: 'originalImage',
  label: 'Photo',
  help: 'Web address of the photo to work on. Darkslide uploads the photo and fills this in.',
  kind: { type: 'url' },
  required: 'The task needs a photo: give originalImage.',
} as const satisfies Parameter;

/** The initial parameters that every agent takes. */
export const commonInit = [taskName, originalImage] as const;

/** The further photos of virtualtryon and changemodelbg. */
export const furtherImages = [
  {
    name: 'fashionModelImage',
    label: 'Model photo',
    help: 'Photo of the model. A file is uploaded; a web address must be reachable by everyone.',
    kind: { type: 'url' },
  },
  {
    name: 'locationImage',
    label: 'Background photo',
    help: 'Photo of the background. A file is uploaded; a web address must be reachable by everyone.',
    kind: { type: 'url' },
  },
] as const satisfies readonly Parameter[];

/** The number of images of one execution, "Limits"; every agent has it, with its own maximum. */
export function batchCount<const Max extends number>(max: Max) {
  return {
    name: 'batchCount',
    label: 'Number of images',
    help: `How many images one execution makes, 1 to ${max}. Each counts towards your limits.`,
    kind: { type: 'integer', min: 1, max },
    default: 4,
    refusal: 'The service would silently make 4 images instead.',
    alwaysSent: true,
    replacedByService: true,
  } as const satisfies Parameter;
}

export const generatedContent = {
  name: 'generatedContent',
  label: 'Freedom',
  help: 'How closely the result keeps to the style of the photo.',
  kind: {
    type: 'choice',
    choices: [
      { value: 'freeCreation', label: 'Freer, not bound to the style of the photo' },
      { value: 'referToOrigin', label: 'Refers to the style of the photo' },
    ],
  },
  required: 'Choose how free the result may be: generatedContent is freeCreation or referToOrigin.',
} as const satisfies Parameter;

export const resultImageFormat = {
  name: 'resultImageFormat',
  label: 'File format',
  help: 'File format of the results.',
  kind: {
    type: 'choice',
    choices: [
      { value: 'jpg', label: 'JPEG' },
      { value: 'png', label: 'PNG' },
    ],
  },
  default: 'png',
} as const satisfies Parameter;

export const resizeToOriginalImage = {
  name: 'resizeToOriginalImage',
  label: 'Size of the photo',
  help: 'Scale the results to the size of the photo.',
  kind: { type: 'boolean' },
  default: false,
} as const satisfies Parameter;

/** What stays and what is made anew, in a photographer's words. A mask is what is protected. */
export const maskChoices = {
  autoApparelSegment: {
    value: 'autoApparelSegment',
    label: 'Keeps all clothing',
  },
  autoUpperApparelSegment: {
    value: 'autoUpperApparelSegment',
    label: 'Keeps the clothes of the upper body',
  },
  autoLowerApparelSegment: {
    value: 'autoLowerApparelSegment',
    label: 'Keeps the clothes of the lower body',
  },
  autoSubjectSegment: {
    value: 'autoSubjectSegment',
    label: 'Keeps the subject; only the background changes',
  },
  autoHumanSegment: {
    value: 'autoHumanSegment',
    label: 'Keeps body and background; only head and face change',
  },
  inverseAutoHumanSegment: {
    value: 'inverseAutoHumanSegment',
    label: 'Keeps the face; body and background change',
  },
  custom: { value: 'custom', label: 'Keeps what your own mask covers' },
} as const;

/** maskType of the agents that know the subject and your own mask: aiproduct, removeBG, mannequin. */
export const subjectMaskType = {
  name: 'maskType',
  label: 'What stays',
  help: 'What of the photo is kept; everything else is made anew.',
  kind: { type: 'choice', choices: [maskChoices.autoSubjectSegment, maskChoices.custom] },
  required: 'Choose what stays: maskType is autoSubjectSegment or custom.',
} as const satisfies Parameter;

const withCustomMask = {
  parameter: 'maskType',
  is: ['custom'],
  otherwise: 'must-not-be-sent',
  because: 'A mask of your own is used only when maskType is custom.',
} as const;

/** customMask and customMaskUrl: one of them with maskType `custom`, otherwise not sent. */
export const customMasks = [
  {
    name: 'customMask',
    label: 'Your own mask',
    help: 'A mask image as base64 text, transparent outside the kept area, exactly as large as the photo. Easier: give a mask file with the photo.',
    kind: { type: 'base64' },
    carriesMask: true,
    appliesWhen: withCustomMask,
  },
  {
    name: 'customMaskUrl',
    label: 'Address of your own mask',
    help: 'Web address of a mask image, transparent outside the kept area, exactly as large as the photo. Takes the place of customMask.',
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
    sentence: 'maskType custom needs a mask: give a mask file, or one of {parameters}.',
    by: 'service',
    metByMask: true,
  },
  {
    need: 'at-most-one',
    of: ['customMask', 'customMaskUrl'],
    sentence: 'The mask is given twice: keep only one of {parameters}.',
    by: 'darkslide',
  },
] as const satisfies readonly Rule[];

/** An id of the agent's template list, from the info operation. */
export function templateId<const Name extends string>(
  name: Name,
  source: IdSource,
  label: string,
  help: string,
) {
  return { name, label, help, kind: { type: 'id', source } } as const satisfies Parameter;
}

/** A list of tag ids, from the info operation. */
export function tagIds<const Name extends string>(
  name: Name,
  source: IdSource,
  label: string,
  help: string,
) {
  return { name, label, help, kind: { type: 'ids', source } } as const satisfies Parameter;
}

/** Free text of one or more lines. */
export function description<const Name extends string>(name: Name, label: string, help: string) {
  return { name, label, help, kind: { type: 'text', lines: 'many' } } as const satisfies Parameter;
}

/** Whose words describe the picture: virtualtryon and changemodelbg. */
export const descriptionType = {
  name: 'descriptionType',
  label: 'Description',
  help: 'Whether you describe the picture, or the service does.',
  kind: {
    type: 'choice',
    choices: [
      { value: 'custom', label: 'Your own words' },
      { value: 'auto', label: 'Generated by the service from the task' },
    ],
  },
  required: 'Choose who describes the picture: descriptionType is custom or auto.',
} as const satisfies Parameter;

/**
 * textDescription of virtualtryon and changemodelbg: required with descriptionType `custom`. With `auto`
 * the interface neither needs nor forbids it, so it is left out instead of refused.
 */
export const customDescription = {
  name: 'textDescription',
  label: 'Your words',
  help: 'What the picture should show.',
  kind: { type: 'text', lines: 'many' },
  required: 'descriptionType custom needs your words: give textDescription.',
  appliesWhen: {
    parameter: 'descriptionType',
    is: ['custom'],
    otherwise: 'left-out',
    because: 'With descriptionType auto the service writes the description itself.',
  },
} as const satisfies Parameter;
