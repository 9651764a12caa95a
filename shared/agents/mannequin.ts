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
  because: 'parameter-not-used.template',
} as const;

const withPrompt = {
  parameter: 'paramType',
  is: ['prompt'],
  otherwise: 'left-out',
  because: 'parameter-not-used.prompt',
} as const;

/**
 * "mannequin v1.5 and v1.0", legacy: shows clothes worn on a mannequin on models that look like real people. Both
 * versions have the same parameters, but different template IDs.
 */
export const mannequin = defineAgent({
  name: 'mannequin',
  versions: ['v1.5', 'v1.0'],
  title: 'Mannequin',
  icon: 'figure',
  purpose: 'Replace a mannequin with a human model in the same clothes',
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
          { value: 'textDescription', label: 'Description', note: 'The images follow your text.' },
          {
            value: 'template',
            label: 'Scene and model',
            note: 'The images follow a scene and a model from the lists.',
          },
          {
            value: 'prompt',
            label: 'Prompts',
            note: 'The images follow one prompt and avoid another.',
          },
        ],
      },
      required: 'parameter-required.param-type',
    },
    subjectMaskType,
    ...customMasks,
    {
      ...templateId('locationId', 'locations', 'Scene'),
      required: 'parameter-required.scene',
      appliesWhen: withTemplate,
    },
    {
      ...templateId('fashionModelId', 'fashionModels', 'Model'),
      required: 'parameter-required.model',
      appliesWhen: withTemplate,
    },
    {
      ...tagIds('tagIds', 'tags', 'Tags', 'fashionModelId'),
      appliesWhen: withTemplate,
    },
    {
      ...description('textDescription', 'Description'),
      required: 'parameter-required.description',
      appliesWhen: {
        parameter: 'paramType',
        is: ['textDescription'],
        otherwise: 'must-not-be-sent',
        because: 'parameter-not-used.description',
      },
    },
    {
      ...description('posPrompt', 'Prompt'),
      required: 'parameter-required.prompt',
      appliesWhen: withPrompt,
    },
    {
      ...description('negPrompt', 'Negative prompt'),
      required: 'parameter-required.negative-prompt',
      appliesWhen: withPrompt,
    },
    {
      name: 'denoiseType',
      label: 'Style',
      kind: {
        type: 'choice',
        choices: [
          { value: 14, label: 'Free', note: "The style can differ from the photo's." },
          {
            value: 15,
            label: 'Match the photo',
            note: "The style follows the photo's.",
          },
        ],
      },
      required: 'parameter-required.denoise',
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
