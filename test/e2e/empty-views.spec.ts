import { cells, expect, test } from './owning.ts';
import { middleOf } from './looking.ts';

test('B16 the form of a new hot folder opens only when asked for', async ({ window }) => {
  const form = window.getByRole('form', { name: 'New drop folder' });
  await expect(window.getByText('No folder is watched yet')).toBeVisible();
  await expect(form).toBeHidden();
  await window.getByRole('button', { name: 'New drop folder' }).click();
  await expect(form).toBeVisible();
  await window.reload();
  await expect(window.getByText('No folder is watched yet')).toBeVisible();
  await expect(form).toBeHidden();
});

test.describe('with three models', () => {
  test.use({ own: { models: 3 } });

  test('B16 the models view leaves no empty band above the list', async ({ window, room }) => {
    await expect(cells(room)).toHaveCount(3);
    const search = room.getByRole('searchbox');
    const gap = async () => {
      const [above, below] = [await search.boundingBox(), await cells(room).first().boundingBox()];
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
    };
    expect(await gap()).toBeLessThan(24);
    await window.setViewportSize({ width: 2560, height: 1440 });
    expect(await gap()).toBeLessThan(24);
  });
});

test('B11 the empty states keep heading, text and action together', async ({ window }) => {
  await window.getByRole('navigation').getByRole('link', { name: 'Library' }).click();
  const heading = window.getByRole('heading', { name: 'Nothing is finished yet' });
  const action = window.getByRole('link', { name: 'Go to Retouch' });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 2560, height: 1440 },
  ]) {
    await window.setViewportSize(size);
    const [above, below] = [await middleOf(heading), await middleOf(action)];
    expect(below.y - above.y).toBeLessThan(100);
  }
});
