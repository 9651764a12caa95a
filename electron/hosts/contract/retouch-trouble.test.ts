import { copyFile, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { holdNext } from '../../../test/fixtures/holding.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import { plainRecipe } from '../../../test/fixtures/plain-recipe.ts';
import { recipeWith, scenes, scenesListed } from '../../../test/handlers/custom-models.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

/** Adds a photo from the shoot to the filmstrip. */
async function onStrip(name = 'a.jpg'): Promise<{ readonly id: number; readonly path: string }> {
  const [id = 0] = await window.onStrip(name);
  return { id, path: join(window.shoot, name) };
}

async function run(id: number, given: unknown = plainRecipe): Promise<number> {
  const { jobs, refused } = await window.ask('retouch.run', { ids: [id], recipe: given });
  expect(refused).toEqual([]);
  return jobs[0]?.jobId ?? 0;
}

const problemOf = async (id: number) =>
  (await window.ask('retouch.photo', { id })).runs[0]?.problem;

describe('a photo', () => {
  it('fails with a problem if it disappears before its turn, and continues when it is back', async () => {
    const { id, path } = await onStrip();
    await window.ask('work.pause', {});
    const job = await run(id);
    await rename(path, `${path}.away`);
    await window.ask('work.resume', {});
    await window.until(job, 'failed');
    expect(await problemOf(id)).toMatchObject({ code: 'file-missing', about: path });
    expect(window.bought()).toBe(0);
    await rename(`${path}.away`, path);
    await window.act('retry', job);
    await window.until(job, 'done');
    expect(window.bought()).toBe(1);
  });

  it('F51 is not bought if it is replaced before its turn', async () => {
    const { id, path } = await onStrip();
    await window.ask('work.pause', {});
    const job = await run(id);
    await copyFile(lightPhotograph('watch-steel.jpg'), path);
    await window.ask('work.resume', {});
    await window.until(job, 'failed');
    expect(await problemOf(id)).toMatchObject({ code: 'file-changed', about: path });
    expect(window.bought()).toBe(0);
  });

  it('F51 is bought with the content that it had when the run was requested, even if it changes during its upload', async () => {
    const { id, path } = await onStrip();
    const goOn = holdNext(window.service, 'upload');
    const job = await run(id, { ...plainRecipe, delivery: {} });
    await expect.poll(() => window.requests('upload')).toBe(1);
    await copyFile(lightPhotograph('watch-steel.jpg'), path);
    goOn();
    await window.until(job, 'done');
    expect(window.bought()).toBe(1);
    const { problem, photo } = await window.ask('retouch.photo', { id });
    expect(problem).toMatchObject({ code: 'photo-replaced' });
    expect(photo.delivered).toBe(1);
  });
});

describe('texts', () => {
  const text = `${'夏の朝、光🌅 '.repeat(600)}\nعارضة على الشاطئ \u200f👩🏽‍🦰${'x'.repeat(5500)}`;

  it('with 10,000 characters, emoji and right-to-left words arrive unchanged', async () => {
    expect(text.length).toBeGreaterThan(10_000);
    const { id } = await onStrip();
    const params = { textDescription: text, batchCount: 1 };
    await window.until(await run(id, { agent: 'aipose', params, delivery: {} }), 'done');
    expect(window.service.records().executions[0]?.params['textDescription']).toBe(text);
    expect(await window.ask('retouch.texts', { parameter: 'textDescription' })).toEqual([text]);
    const settings = { params };
    await window.ask('retouch.keep-panel', { agent: 'aipose', version: 'v1.0', settings });
    window = await window.restart();
    const [panel] = await window.ask('retouch.panels', {});
    expect(panel?.settings).toEqual(settings);
  });

  it('in a photo’s name are complete on disk, and are not sent with the task', async () => {
    const name = `عروس 👩🏽‍🦰👩🏽‍🦰👩🏽‍🦰 夏 a very long name.jpg`;
    const { id } = await onStrip(name);
    await window.until(await run(id), 'done');
    const [task] = window.service.records().tasks;
    expect(task?.initParams).not.toHaveProperty('taskName');
    const [made = ''] = await readdir(join(window.shoot, 'Darkslide'));
    expect(made).toContain('عروس 👩🏽‍🦰👩🏽‍🦰👩🏽‍🦰 夏 a very long name');
  });
});

describe('a template', () => {
  const inScene = (locationId: number) => recipeWith({ locationId });

  it('is refused with the name of its field, before anything is sent, if it no longer exists', async () => {
    const { id } = await onStrip();
    await scenesListed(window);
    const asked = { ids: [id], recipe: inScene(4711) };
    const gone = { code: 'template-gone', parameter: 'locationId', about: '4711' };
    expect(await window.refused('retouch.foresee', asked)).toMatchObject(gone);
    expect(await window.refused('retouch.run', asked)).toMatchObject(gone);
    expect(window.requests('upload')).toBe(0);
    const listed = { ...asked, recipe: inScene(1001) };
    expect(await window.ask('retouch.foresee', listed)).toMatchObject({ new: 1 });
  });

  it('is refused by the service, with its message, if the list does not contain it', async () => {
    const { id } = await onStrip();
    window.service.inject({ on: 'info', kind: 'reset' });
    const job = await run(id, inScene(4711));
    await window.until(job, 'failed');
    const message = expect.stringContaining('4711 is not in the list of this agent') as string;
    expect(await problemOf(id)).toMatchObject({ code: 'service-refused', message });
    expect(window.bought()).toBe(0);
  });

  it('is refused if it is a custom scene that failed after it was chosen, and the input stays', async () => {
    const LOFT = 900_101;
    const repository = new DatabaseSync(join(dirname(window.folder), 'service', 'book.sqlite'));
    const insert = `INSERT INTO owned (id, kind, name, images, createdAt, fails) VALUES (?, 'scene', 'Our loft', ?, 1, 0)`;
    const images = ['http://127.0.0.1:1/cdn/templates/scene-interior-7.jpg'];
    repository.prepare(insert).run(LOFT, JSON.stringify(images));
    const { id } = await onStrip();
    await scenesListed(window);
    const asked = { ids: [id], recipe: inScene(LOFT) };
    expect(await window.ask('retouch.foresee', asked)).toMatchObject({ new: 1 });

    repository.prepare('UPDATE owned SET fails = 1').run();
    repository.close();
    await window.ask('templates.refresh', scenes);
    await window.ask('custom-models.refresh', {});
    const effect = async () => {
      const foreseen = await window.client.ask('retouch.foresee', asked);
      return foreseen.ok ? 'run' : foreseen.problem;
    };
    const failed = { code: 'template-failed', parameter: 'locationId', about: 'Our loft' };
    await expect.poll(effect).toMatchObject(failed);
    expect(await window.refused('retouch.run', asked)).toMatchObject(failed);
    expect(window.bought()).toBe(0);
  });
});
