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
  because: 'Scenes, models and tags are used only with a scene and a model (paramType: template).',
} as const;

const withPrompt = {
  parameter: 'paramType',
  is: ['prompt'],
  otherwise: 'left-out',
  because: 'Prompts and style are used only with prompts (paramType: prompt).',
} as const;

/**
 * "mannequin v1.5 and v1.0", legacy: clothes worn on a mannequin, shown on real-person models. Both versions have the
 * same parameters, but different template IDs.
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
      label: 'Describe with',
      kind: {
        type: 'choice',
        choices: [
          { value: 'textDescription', label: 'Description' },
          { value: 'template', label: 'Scene and model' },
          { value: 'prompt', label: 'Prompts' },
        ],
      },
      required:
        'Choose how to describe the image (paramType: textDescription, template or prompt).',
    },
    subjectMaskType,
    ...customMasks,
    {
      ...templateId('locationId', 'locations', 'Scene'),
      required: 'Choose a scene (locationId).',
      appliesWhen: withTemplate,
    },
    {
      ...templateId('fashionModelId', 'fashionModels', 'Model'),
      required: 'Choose a model (fashionModelId).',
      appliesWhen: withTemplate,
    },
    {
      ...tagIds('tagIds', 'tags', 'Tags'),
      appliesWhen: withTemplate,
    },
    {
      ...description('textDescription', 'Description'),
      required: 'Enter a description (textDescription).',
      appliesWhen: {
        parameter: 'paramType',
        is: ['textDescription'],
        otherwise: 'must-not-be-sent',
        because:
          'A description is used only when the image is described with it (paramType: textDescription).',
      },
    },
    {
      ...description('posPrompt', 'Prompt'),
      required: 'Enter a prompt (posPrompt).',
      appliesWhen: withPrompt,
    },
    {
      ...description('negPrompt', 'Negative prompt'),
      required: 'Enter a negative prompt (negPrompt).',
      appliesWhen: withPrompt,
    },
    {
      name: 'denoiseType',
      label: 'Style',
      kind: {
        type: 'choice',
        choices: [
          { value: 14, label: 'Free' },
          { value: 15, label: 'Match the photo' },
        ],
      },
      required: 'Choose a style (denoiseType: 14 free, 15 match the photo).',
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
