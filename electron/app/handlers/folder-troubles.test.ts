import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillDisk, mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { openFolderDesk } from '../../../test/handlers/folder-desk.ts';
import { jpeg } from '../../../test/intake/hot-desk.ts';

const photo = (number: number) => jpeg(number * 16 + 5, 600);
const ticket = (params: object) => Buffer.from(JSON.stringify({ params }));

describe('what keeps the files of a hot folder back stands on its card', () => {
  it('a ticket that has not come, and one that is wrong, until they are right', async () => {
    const desk = await openFolderDesk();
    const draft = await desk.draft('drop', await desk.recipe('White'), { needsTickets: true });
    await desk.put('drop/a.jpg', await photo(1));
    await desk.put('drop/b.jpg', await photo(2));
    await desk.put('drop/b.jpg.json', ticket({ backgroundHex: 'pink' }));
    const foresee = async () => (await desk.ask('folders.foresee', { draft, id: null })).kinds;
    await expect.poll(foresee).toMatchObject({ 'wants-ticket': 1, failed: 1 });

    const { id } = await desk.add(draft);
    const card = await desk.until(id, {
      needsTickets: true,
      unpaired: { photos: { count: 1, first: 'a.jpg' }, tickets: { count: 0 } },
      refused: 1,
      refusals: [{ path: 'b.jpg', problem: { code: 'ticket-invalid' } }],
      settling: 0,
      counts: { total: 0 },
    });
    expect(card.refusals[0]?.problem.message).toContain('backgroundHex');
    await desk.put('drop/a.jpg.json', ticket({ backgroundHex: '#112233' }));
    await desk.put('drop/b.jpg.json', ticket({}));
    await desk.until(id, {
      unpaired: { photos: { count: 0, first: null } },
      refused: 0,
      refusals: [],
      counts: { done: 2, total: 2 },
    });
  });

  it('B10 lists refused files until they are dismissed, also after a restart', async () => {
    const desk = await openFolderDesk();
    const { id } = await desk.add(await desk.draft('drop', await desk.recipe('White')));
    await desk.until(id, { state: 'watching' });
    await desk.put('drop/page.jpg', Buffer.from('<html>this is a page, not a picture'));
    await desk.put('drop/words.jpg', Buffer.from('these are words, not a picture'));
    await desk.until(id, { refused: 2, settling: 0 });
    const listed = async () => (await desk.ask('folders.attention', {})).refused;
    const problem = { code: 'photo-not-an-image' };
    expect(await listed()).toMatchObject([
      { path: 'page.jpg', problem },
      { path: 'words.jpg', problem },
    ]);
    expect(desk.studio().ledger.figures.unanswered()).toBe(2);

    await desk.ask('folders.dismiss', { hotFolderId: id, path: 'words.jpg' });
    await desk.restart();
    await desk.until(id, { state: 'watching', refused: 1, settling: 0 });
    await desk.put('drop/page.jpg', await photo(1));
    await desk.until(id, { refused: 0, counts: { done: 1 } });
    expect(await listed()).toEqual([]);
  });

  it('F39 no room for the ledger, until there is', async (context) => {
    const disk = await mountSmallDisk(await ownFolder('full'), '8m');
    if (disk === null) return context.skip();
    onTestFinished(() => disk.unmount());
    const desk = await openFolderDesk(50, disk.path);
    const { id } = await desk.add(await desk.draft('drop', await desk.recipe('White')));
    await desk.until(id, { state: 'watching' });
    const makeRoom = await fillDisk(disk.path);
    await desk.put('drop/a.jpg', await photo(1));
    await desk.until(id, { state: 'waiting', problem: { code: 'disk-full' } });
    await makeRoom();
    const card = await desk.until(id, { state: 'watching', problem: null });
    expect(card.counts.total).toBe(1);
  });
});
