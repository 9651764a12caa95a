import {
  batchCount,
  commonInit,
  customMaskRules,
  customMasks,
  description,
  generatedContent,
  maskChoices,
  resizeToOriginalImage,
  resultImageFormat,
  tagIds,
  templateId,
} from './common.ts';
import { defineAgent } from './shape.ts';

/** "aimodel v1.0": AI models and scenes for apparel photos. */
export const aimodel = defineAgent({
  name: 'aimodel',
  versions: ['v1.0'],
  title: 'AI model',
  icon: 'person',
  purpose: 'AI models and scenes for apparel photos',
  legacy: false,
  segments: true,
  progress: true,
  info: { lists: ['locations', 'fashionModels'], paged: true, resourceType: true },
  init: commonInit,
  params: [
    generatedContent,
    {
      name: 'maskType',
      label: 'Keep',
      kind: { type: 'choice', choices: Object.values(maskChoices) },
      required: 'parameter-required.keep-clothes',
    },
    ...customMasks,
    {
      ...templateId('locationId', 'locations', 'Scene'),
      appliesWhen: {
        parameter: 'maskType',
        isNot: ['autoHumanSegment'],
        otherwise: 'no-effect',
        because: 'parameter-not-used.scene',
      },
    },
    tagIds('locationTagIds', 'locations.tags', 'Scene tags', 'locationId'),
    {
      ...templateId('fashionModelId', 'fashionModels', 'Model'),
      appliesWhen: {
        parameter: 'maskType',
        isNot: ['autoSubjectSegment'],
        otherwise: 'no-effect',
        because: 'parameter-not-used.model',
      },
    },
    tagIds('fashionModelTagIds', 'fashionModels.tags', 'Model tags', 'fashionModelId'),
    description('textDescription', 'Description'),
    { ...description('negTextDescription', 'Exclude'), minor: true },
    {
      name: 'pose',
      label: 'Pose',
      kind: {
        type: 'choice',
        choices: [
          { value: 'originalImagePose', label: 'Same as the photo' },
          { value: 'referenceImagePose', label: 'Same as the reference image' },
          { value: 'freePose', label: 'Free' },
        ],
      },
      default: 'originalImagePose',
      minor: true,
    },
    resultImageFormat,
    resizeToOriginalImage,
    batchCount(16),
  ],
  rules: [
    ...customMaskRules,
    {
      need: 'at-least-one',
      of: ['textDescription', 'locationId', 'fashionModelId'],
      sentence: 'parameter-required.description-scene-or-model',
      narrower: {
        'textDescription, locationId': 'parameter-required.description-or-scene',
        'textDescription, fashionModelId': 'parameter-required.description-or-model',
      },
      by: 'service',
    },
  ],
  useCases: [
    {
      name: 'change-model-and-scene',
      title: 'New model and scene',
      params: {
        pose: 'originalImagePose',
        generatedContent: 'freeCreation',
        maskType: 'autoApparelSegment',
      },
      needs: ['locationId', 'fashionModelId'],
    },
    {
      name: 'change-model',
      title: 'New model only',
      params: {
        pose: 'originalImagePose',
        generatedContent: 'referToOrigin',
        maskType: 'autoHumanSegment',
      },
      needs: ['fashionModelId'],
    },
    {
      name: 'dress-up',
      title: 'Put the clothes on the person in the scene',
      params: {
        pose: 'freePose',
        generatedContent: 'freeCreation',
        maskType: 'autoApparelSegment',
      },
      orElse: { pose: ['referenceImagePose'] },
      needs: ['locationId'],
    },
  ],
  example: {
    generatedContent: 'freeCreation',
    maskType: 'autoApparelSegment',
    textDescription: 'a young woman on a sunny street',
    batchCount: 2,
  },
});
