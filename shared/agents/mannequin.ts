import {
  batchCount,
  commonInit,
  customMaskRules,
  customMasks,
  description,
  resizeToOriginalImage,
  resultImageFormat,
  subjectMaskType,
  tagIds,
  templateId,
} from './common.ts';
import { defineAgent } from './shape.ts';

const withTemplate = {
  parameter: 'paramType',
  is: ['template'],
  otherwise: 'must-not-be-sent',
  because: 'Scenes, models and tags are used only when paramType is template.',
} as const;

const withPrompt = {
  parameter: 'paramType',
  is: ['prompt'],
  otherwise: 'left-out',
  because: 'Prompts and their freedom are used only when paramType is prompt.',
} as const;

/**
 * "mannequin v1.5 and v1.0", legacy: clothes worn on a mannequin, shown on real-person models. Both
 * versions take the same parameters; their template ids differ.
 */
export const mannequin = defineAgent({
  name: 'mannequin',
  versions: ['v1.5', 'v1.0'],
  title: 'Mannequin',
  icon: 'figure',
  purpose: 'Show clothes worn on a mannequin using real-person models',
  legacy: true,
  segments: true,
  progress: true,
  info: { lists: ['locations', 'fashionModels', 'tags'], paged: false, resourceType: false },
  init: commonInit,
  params: [
    {
      name: 'paramType',
      label: 'Described by',
      help: 'How the picture is described.',
      kind: {
        type: 'choice',
        choices: [
          { value: 'textDescription', label: 'Words' },
          { value: 'template', label: 'A scene and a model' },
          { value: 'prompt', label: 'Prompts' },
        ],
      },
      required:
        'Choose how the picture is described: paramType is textDescription, template or prompt.',
    },
    subjectMaskType,
    ...customMasks,
    {
      ...templateId('locationId', 'locations', 'Scene', 'The scene, by the ids of this version.'),
      required: 'paramType template needs a scene: give locationId.',
      appliesWhen: withTemplate,
    },
    {
      ...templateId(
        'fashionModelId',
        'fashionModels',
        'Model',
        'The model, by the ids of this version.',
      ),
      required: 'paramType template needs a model: give fashionModelId.',
      appliesWhen: withTemplate,
    },
    {
      ...tagIds('tagIds', 'tags', 'Tags', 'Tags, by the ids of this version.'),
      appliesWhen: withTemplate,
    },
    {
      ...description('textDescription', 'Description', 'What the picture should show.'),
      required: 'paramType textDescription needs words: give textDescription.',
      appliesWhen: {
        parameter: 'paramType',
        is: ['textDescription'],
        otherwise: 'must-not-be-sent',
        because: 'A description in words is used only when paramType is textDescription.',
      },
    },
    {
      ...description('posPrompt', 'Prompt', 'What the picture should show, as a prompt.'),
      required: 'paramType prompt needs a prompt: give posPrompt.',
      appliesWhen: withPrompt,
    },
    {
      ...description('negPrompt', 'Negative prompt', 'What the picture should not show.'),
      required: 'paramType prompt needs a negative prompt: give negPrompt.',
      appliesWhen: withPrompt,
    },
    {
      name: 'denoiseType',
      label: 'Freedom',
      help: 'How closely the result keeps to the photo.',
      kind: {
        type: 'choice',
        choices: [
          { value: 14, label: 'Free creation' },
          { value: 15, label: 'Refers to the photo' },
        ],
      },
      required: 'paramType prompt needs a freedom: denoiseType is 14 (free) or 15 (as the photo).',
      appliesWhen: withPrompt,
    },
    resultImageFormat,
    resizeToOriginalImage,
    batchCount(4),
  ],
  rules: customMaskRules,
  useCases: [],
  example: {
    paramType: 'textDescription',
    maskType: 'autoSubjectSegment',
    textDescription: 'a young man in front of a brick wall',
    batchCount: 2,
  },
});
