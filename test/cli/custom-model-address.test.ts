import { join } from 'node:path';
import { expect, it } from 'vitest';
import { darkslide, demoService, folder, withService } from './darkslide.ts';

it('C5 custom models and scenes are created from image addresses, without uploads', async () => {
  const [demo, data] = [await demoService(), await folder()];
  const around = withService(demo, join(data, 'data'));
  const [one, two] = ['https://photos.example/a.jpg', 'https://photos.example/b.jpg'];
  const model = await darkslide(['models', 'create', one, two, '--no-wait'], around);
  expect([model.status, model.stdout]).toEqual([
    0,
    expect.stringContaining(`${one}: this URL is sent`),
  ]);
  const scene = await darkslide(['scenes', 'create', one, '--no-wait', '--json'], around);
  expect(scene.status).toBe(0);
  expect(scene.json()[0]).toMatchObject({ photo: one, copy: null, error: null });
  const { requests } = demo.records();
  expect([requests['custom-model-create'], requests['custom-scene-create']]).toEqual([1, 1]);
  expect(requests['upload'] ?? 0).toBe(0);
});
