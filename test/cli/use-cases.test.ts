import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lightPhotograph } from '../fixtures/photographs.ts';
import { darkslide, place } from './darkslide.ts';

const photo = lightPhotograph('lipstick-rouge.jpg');

it('C3 use cases are listed, and one can be chosen for a run', async () => {
  const { demo, data, around } = await place();
  const listed = await darkslide(['agents', 'aimodel'], around);
  for (const name of ['change-model-and-scene', 'change-model', 'dress-up']) {
    expect(listed.stdout).toMatch(new RegExp(`^${name} `, 'mu'));
  }
  const info = await darkslide(['info', 'aimodel', '--json'], around);
  const [{ fashionModels }] = info.json() as [{ fashionModels: [{ id: number }] }];
  const run = (...more: string[]) => {
    const agent = ['--agent', 'aimodel', '--use-case', 'change-model', '--set', 'batchCount=1'];
    return darkslide(['run', photo, '--out', join(data, 'out'), ...agent, ...more], around);
  };
  const refused = await run();
  expect([refused.status, demo.records().tasks.length]).toEqual([2, 0]);
  expect(refused.stderr).toContain('The use case change-model needs fashionModelId.');
  const ended = await run('--set', `fashionModelId=${fashionModels[0].id}`);
  expect([ended.status, ended.stderr]).toEqual([0, expect.anything()]);
  expect(demo.records().executions[0]?.params).toEqual({
    generatedContent: 'referToOrigin',
    maskType: 'autoHumanSegment',
    fashionModelId: fashionModels[0].id,
    pose: 'originalImagePose',
    batchCount: 1,
  });
});
