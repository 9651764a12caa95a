import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillDisk, mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { openFolderSession } from '../../../test/handlers/folder-session.ts';
import { jpeg } from '../../../test/intake/hot-folder-harness.ts';

const photo = (number: number) => jpeg(number * 16 + 5, 600);
const ticket = (params: object) => Buffer.from(JSON.stringify({ params }));

describe('the card of a hot folder shows why files are not admitted', () => {
  it('a missing or invalid ticket, until it is fixed', async () => {
    const session = await openFolderSession();
    const draft = await session.draft('drop', await session.recipe('White'), {
      needsTickets: true,
    });
    await session.put('drop/a.jpg', await photo(1));
    await session.put('drop/b.jpg', await photo(2));
    await session.put('drop/b.jpg.json', ticket({ backgroundHex: 'pink' }));
    const foresee = async () => (await session.ask('folders.foresee', { draft, id: null })).kinds;
    await expect.poll(foresee).toMatchObject({ 'wants-ticket': 1, failed: 1 });

    const { id } = await session.add(draft);
    const card = await session.until(id, {
      needsTickets: true,
      unpaired: { photos: { count: 1, first: 'a.jpg' }, tickets: { count: 0 } },
      refused: 1,
      refusals: [{ path: 'b.jpg', problem: { code: 'ticket-invalid' } }],
      settling: 0,
      counts: { total: 0 },
    });
    expect(card.refusals[0]?.problem.message).toContain('backgroundHex');
    await session.put('drop/a.jpg.json', ticket({ backgroundHex: '#112233' }));
    await session.put('drop/b.jpg.json', ticket({}));
    await session.until(id, {
      unpaired: { photos: { count: 0, first: null } },
      refused: 0,
      refusals: [],
      counts: { done: 2, total: 2 },
    });
  });

  it('B10 refused files, until they are dismissed, even after a restart', async () => {
    const session = await openFolderSession();
    const { id } = await session.add(await session.draft('drop', await session.recipe('White')));
    await session.until(id, { state: 'watching' });
    await session.put('drop/page.jpg', Buffer.from('<html>this is a page, not a picture'));
    await session.put('drop/words.jpg', Buffer.from('these are words, not a picture'));
    await session.until(id, { refused: 2, settling: 0 });
    const listed = async () => (await session.ask('folders.attention', {})).refused;
    const problem = { code: 'photo-not-an-image' };
    expect(await listed()).toMatchObject([
      { path: 'page.jpg', problem },
      { path: 'words.jpg', problem },
    ]);
    expect(session.studio().ledger.figures.unanswered()).toBe(2);

    await session.ask('folders.dismiss', { hotFolderId: id, path: 'words.jpg' });
    await session.restart();
    await session.until(id, { state: 'watching', refused: 1, settling: 0 });
    await session.put('drop/page.jpg', await photo(1));
    await session.until(id, { refused: 0, counts: { done: 1 } });
    expect(await listed()).toEqual([]);
  });

  it('F39 the full disk of the ledger, until it has space again', async (context) => {
    const disk = await mountSmallDisk(await ownFolder('full'), '8m');
    if (disk === null) return context.skip();
    onTestFinished(() => disk.unmount());
    const session = await openFolderSession(50, disk.path);
    const { id } = await session.add(await session.draft('drop', await session.recipe('White')));
    await session.until(id, { state: 'watching' });
    const makeRoom = await fillDisk(disk.path);
    await session.put('drop/a.jpg', await photo(1));
    await session.until(id, { state: 'waiting', problem: { code: 'disk-full' } });
    await makeRoom();
    const card = await session.until(id, { state: 'watching', problem: null });
    expect(card.counts.total).toBe(1);
  });
});
