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
      label: 'What stays',
      help: 'What of the photo is kept; everything else is made anew.',
      kind: { type: 'choice', choices: Object.values(maskChoices) },
      required:
        'Choose what stays: maskType is autoApparelSegment to keep all clothing, or another of its values.',
    },
    ...customMasks,
    {
      ...templateId('locationId', 'locations', 'Scene', 'The scene the picture is set in.'),
      appliesWhen: {
        parameter: 'maskType',
        isNot: ['autoHumanSegment'],
        otherwise: 'no-effect',
        because: 'With maskType autoHumanSegment only the model changes, so a scene has no effect.',
      },
    },
    tagIds('locationTagIds', 'locations.tags', 'Scene tags', 'Tags of scenes to choose from.'),
    {
      ...templateId('fashionModelId', 'fashionModels', 'Model', 'The model who wears the clothes.'),
      appliesWhen: {
        parameter: 'maskType',
        isNot: ['autoSubjectSegment'],
        otherwise: 'no-effect',
        because:
          'With maskType autoSubjectSegment only the background changes, so a model has no effect.',
      },
    },
    tagIds(
      'fashionModelTagIds',
      'fashionModels.tags',
      'Model tags',
      'Tags of models to choose from.',
    ),
    description('textDescription', 'Description', 'What the picture should show.'),
    description('negTextDescription', 'Leave out', 'What the picture should not show.'),
    {
      name: 'pose',
      label: 'Pose',
      help: 'Whose pose the model takes.',
      kind: {
        type: 'choice',
        choices: [
          { value: 'originalImagePose', label: 'The pose of the photo' },
          { value: 'referenceImagePose', label: 'The pose of the reference image' },
          { value: 'freePose', label: 'Free' },
        ],
      },
      default: 'originalImagePose',
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
      sentence: 'Say what to make: give at least one of {parameters}.',
      by: 'service',
    },
  ],
  useCases: [
    {
      name: 'change-model-and-scene',
      title: 'Change model and scene, clothes unchanged',
      params: {
        pose: 'originalImagePose',
        generatedContent: 'freeCreation',
        maskType: 'autoApparelSegment',
      },
      needs: ['locationId', 'fashionModelId'],
    },
    {
      name: 'change-model',
      title: 'Change the model only, background and clothes unchanged',
      params: {
        pose: 'originalImagePose',
        generatedContent: 'referToOrigin',
        maskType: 'autoHumanSegment',
      },
      needs: ['fashionModelId'],
    },
    {
      name: 'dress-up',
      title: 'Virtual dress-up: the person in the scene wears the clothes of the photo',
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
