import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { success } from '#shared/problem.ts';
import { openOne, SECRET, visit, type Visitor } from '../../test/browser/visit.ts';
import type { Page } from './page.ts';

let folder: string;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkslide-door-'));
  const file = join(folder, 'picture.png');
  await writeFile(file, SECRET);
  const picture = success({ file, type: 'image/png', isForEver: false });
  page = await openOne({ findMedia: () => Promise.resolve(picture) });
  visitor = await visit(page.wayIn().address);
});
afterAll(async () => {
  await page.close();
  await rm(folder, { recursive: true, force: true });
});

describe('signing in', () => {
  it('exchanges the token for a cookie that scripts cannot read and a secret that only the page holds', async () => {
    const { search } = new URL(page.wayIn().address);
    const answer = await visitor.ask({ path: `/${search}` });
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^darkslide-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const [, secrets = ''] =
      /<meta name="darkslide-session" content="([\w-]{43}\.[\w-]{43})" \/>/.exec(answer.text) ?? [];
    const cookie = answer.headers['set-cookie']?.[0] ?? '';
    const all = [search.slice('?token='.length), cookie.split(/[=;]/)[1], ...secrets.split('.')];
    expect(new Set(all).size).toBe(4);
  });

  it('A3 opens once with each address, and not at all when the address was withdrawn', async () => {
    let used = 0;
    const way = page.wayIn(() => (used += 1));
    const withdrawn = page.wayIn();
    withdrawn.end();
    const enter = async (address: string, method = 'GET') => {
      const { search } = new URL(address);
      const { status, headers, text } = await visitor.ask({ path: `/${search}`, method });
      return { status, isIn: 'set-cookie' in headers || text.includes('darkslide-') };
    };
    const asAnybody = { status: 200, isIn: false };
    // who only looks for the head of the page takes nothing away from the person
    expect(await enter(way.address, 'HEAD')).toEqual(asAnybody);
    expect(await enter(way.address)).toEqual({ status: 200, isIn: true });
    expect(await enter(way.address)).toEqual(asAnybody);
    expect(await enter(withdrawn.address)).toEqual(asAnybody);
    expect(used).toBe(1);
  });

  it('A3 tells a page whether it is signed in, and nothing else', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      visitor.ask({ path: '/session', headers });
    const { cookie, host, session } = visitor;
    expect((await visitor.askAsPage({ path: '/session' })).text).toBe('{"isSignedIn":true}');
    for (const headers of [
      { host },
      { host, cookie },
      { host, 'x-darkslide-session': session.page },
      { host, cookie, 'x-darkslide-session': session.media },
    ]) {
      expect(await ask(headers)).toMatchObject({ status: 200, text: '{"isSignedIn":false}' });
    }
  });

  it.each([
    ['a wrong token', '/?token=AAAA'],
    ['an empty token', '/?token='],
    ['a token that goes on', `/?token=${'A'.repeat(4000)}`],
  ])('%s is given the screens and no session', async (_what, path) => {
    const { status, headers, text } = await visitor.ask({ path });
    expect(status).toBe(200);
    expect('set-cookie' in headers || text.includes('darkslide-session')).toBe(false);
  });

  it.each(['photo/1/160', 'file/1', 'photo/1/tile/5/0/0/0'])(
    'A3 no picture %s without both secrets',
    async (picture) => {
      const { cookie, host, session } = visitor;
      const get = (path: string, headers: Readonly<Record<string, string>>) =>
        visitor.ask({ path, headers });
      const answers = [
        await get(`/media/${picture}`, { host, cookie }),
        await get(`/media/${session.media}/${picture}`, { host }),
        await get(`/media/${session.page}/${picture}`, { host, cookie }),
        await get(`/media//${picture}`, { host, cookie }),
        await get(`/media/${session.media}x/${picture}`, { host, cookie }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404, 403]);
      for (const { text } of answers) expect(text).not.toContain(SECRET);
    },
  );
});
