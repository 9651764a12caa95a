import { batchCount, commonInit, description } from './common.ts';
import { defineAgent } from './shape.ts';

/** "aipose v1.0": change the pose of a person. */
export const aipose = defineAgent({
  name: 'aipose',
  versions: ['v1.0'],
  title: 'AI pose',
  icon: 'pose',
  purpose: 'Change the pose of a person',
  legacy: false,
  segments: true,
  progress: false,
  info: null,
  init: commonInit,
  params: [
    {
      name: 'generateVersion',
      label: 'Engine',
      kind: {
        type: 'choice',
        choices: [
          { value: 'lite', label: 'Lite' },
          { value: 'pro', label: 'Pro' },
        ],
      },
      default: 'lite',
    },
    {
      ...description('textDescription', 'New pose'),
      required: 'parameter-required.pose',
    },
    batchCount(16),
  ],
  rules: [],
  useCases: [],
  example: { textDescription: 'walks towards the camera', batchCount: 2 },
});
