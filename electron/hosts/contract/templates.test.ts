import { beforeEach, describe, expect, it } from 'vitest';
import { scenes } from '../../../test/handlers/custom-models.ts';
import { openWindow, type Window } from '../../../test/handlers/window.ts';
import type { Input } from '#shared/ipc.ts';
import { findMedia } from '../../app/pictures/media.ts';

const never = new AbortController().signal;

let window: Window;
beforeEach(async () => {
  window = await openWindow();
});

const page = (more: Partial<Input<'templates.page'>> = {}) =>
  window.ask('templates.page', { ...scenes, filter: {}, offset: 0, limit: 60, ...more });

describe('the lists of templates', () => {
  it('are loaded page by page from the service, and report whether there are more pages', async () => {
    const { customModels } = window.session.studio();
    await expect.poll(() => customModels.sync().refreshedAt).not.toBeNull();
    const asked = () => window.requests('info');
    const before = asked();
    expect(await page()).toMatchObject({ total: 134, problem: null });
    await expect.poll(async () => (await page()).isComplete).toBe(true);
    const last = await page({ offset: 120 });
    expect(last.rows).toHaveLength(14);
    expect(last.categories).toContain('Studio');
    expect(asked() - before).toBe(2);
    expect(window.hasTold('templates')).toBe(true);
  });

  it('resolve the ids in a recipe, by agent version', async () => {
    const mannequin = { agent: 'mannequin', list: 'locations' as const, ids: [101, 6101] };
    const named = (version: string) => window.ask('templates.named', { ...mannequin, version });
    expect((await named('v1.0')).cards[0]).toMatchObject({ id: 101 });
    expect(await named('v1.5')).toMatchObject({ isComplete: true, cards: [null, { id: 6101 }] });
  });

  it('are refused for an unknown agent, version or list', async () => {
    const rest = { filter: {}, offset: 0, limit: 1 };
    for (const [agent, version, list, code] of [
      ['aimodels', 'v1.0', 'locations', 'agent-unknown'],
      ['aimodel', 'v9.0', 'locations', 'version-unknown'],
      ['aipose', 'v1.0', 'locations', 'list-unknown'],
    ] as const) {
      const problem = await window.refused('templates.page', { agent, version, list, ...rest });
      expect(problem.code).toBe(code);
    }
  });

  it('are refreshed on request, even after a failure', async () => {
    window.service.inject({ on: 'info', kind: 'refused', text: 'Maintenance.' });
    const failed = await page();
    expect(failed).toMatchObject({ rows: [], isComplete: false });
    expect(failed.problem).toMatchObject({ code: 'service-refused' });
    window.service.clearFaults();
    await window.ask('templates.refresh', scenes);
    await expect.poll(async () => (await page()).isComplete).toBe(true);
    expect(await page()).toMatchObject({ problem: null });
  });

  it('show a picture only by agent, version, list and id (F74)', async () => {
    const [first] = (await page()).rows;
    const find = (path: string) => findMedia(window.session, path, never);
    const path = `template/aimodel/v1.0/locations/${first?.id}`;
    const [small, large] = [await find(path), await find(`${path}/large`)];
    const picture = { ok: true, value: { type: 'image/jpeg' } };
    expect([small, large]).toMatchObject([picture, picture]);
    expect(large).not.toEqual(small);
    for (const other of [
      'template/aimodel/v1.0/locations',
      'template/aimodel/v1.0/locations/1/160',
      `${path}/huge`,
      'template/aimodel/v1.0/locations/-1',
      'template/aimodel/v9.0/locations/1001',
      'template/nobody/v1.0/locations/1001',
      'template/aimodel/v1.0/tags/11',
      'template/aimodel/v1.0/../locations/1001',
      'template/aimodel/v1.0/locations/https%3A%2F%2Fexample.com',
      'template/aimodel/v1.0/locations/4711',
      'template/aipose/v1.0/locations/1',
    ]) {
      expect(await find(other), other).toMatchObject({ problem: { code: 'picture-unknown' } });
    }
  });
});
