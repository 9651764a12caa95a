import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { success } from '#shared/problem.ts';
import { openOne, SECRET, visit } from '../../../test/browser/visit.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';

const file = join(await ownFolder('authenticator', afterAll), 'picture.png');
await writeFile(file, SECRET);
const picture = success({ file, type: 'image/png', isForEver: false });
const page = await openOne({ findMedia: () => Promise.resolve(picture) }, afterAll);
const visitor = await visit(page.signInLink().address);

describe('signing in', () => {
  it('exchanges the token for a cookie that scripts cannot read and a secret that only the page holds', async () => {
    const { search } = new URL(page.signInLink().address);
    const { status, headers, text } = await visitor.ask({ path: `/${search}` });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const [cookie = '', ...others] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^darkslide-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(others).toEqual([]);
    const [, secrets = ''] =
      /<meta name="darkslide-session" content="([\w-]{43}\.[\w-]{43})" \/>/.exec(text) ?? [];
    const all = [search.slice('?token='.length), cookie.split(/[=;]/)[1], ...secrets.split('.')];
    expect(new Set(all).size).toBe(4);
  });

  it('A3 a sign-in URL works once, and not after it was withdrawn', async () => {
    let used = 0;
    const way = page.signInLink(() => (used += 1));
    const withdrawn = page.signInLink();
    withdrawn.end();
    const enter = async (address: string, method = 'GET') => {
      const { search } = new URL(address);
      const { status, headers, text } = await visitor.ask({ path: `/${search}`, method });
      return { status, isIn: 'set-cookie' in headers || text.includes('darkslide-') };
    };
    const asAnybody = { status: 200, isIn: false };
    // A HEAD request does not use up the URL.
    expect(await enter(way.address, 'HEAD')).toEqual(asAnybody);
    expect(await enter(way.address)).toEqual({ status: 200, isIn: true });
    expect(await enter(way.address)).toEqual(asAnybody);
    expect(await enter(withdrawn.address)).toEqual(asAnybody);
    expect(used).toBe(1);
  });

  it('A3 tells a page only whether it is signed in', async () => {
    const { cookie, host, session } = visitor;
    expect((await visitor.askAsPage({ path: '/session' })).text).toBe('{"isSignedIn":true}');
    for (const headers of [
      { host },
      { host, cookie },
      { host, 'x-darkslide-session': session.page },
      { host, cookie, 'x-darkslide-session': session.media },
    ]) {
      const answer = await visitor.ask({ path: '/session', headers });
      expect(answer).toMatchObject({ status: 200, text: '{"isSignedIn":false}' });
    }
  });

  it.each([
    ['a URL with a wrong token', '/?token=AAAA'],
    ['a URL with an empty token', '/?token='],
    ['a URL with an overlong token', `/?token=${'A'.repeat(4000)}`],
  ])('%s returns the screens but no session', async (_what, path) => {
    const { status, headers, text } = await visitor.ask({ path });
    expect(status).toBe(200);
    expect('set-cookie' in headers || text.includes('darkslide-session')).toBe(false);
  });

  const pictures = ['photo/1/160', 'file/1', 'photo/1/tile/5/0/0/0'];
  it.each(pictures)('A3 the picture %s is refused without both secrets', async (picture) => {
    const { cookie, host, session } = visitor;
    const expectRefusal = async (path: string, status: number, headers: Record<string, string>) => {
      const answer = await visitor.ask({ path: `/media/${path}`, headers });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.text).not.toContain(SECRET);
    };
    await expectRefusal(picture, 403, { host, cookie });
    await expectRefusal(`${session.media}/${picture}`, 403, { host });
    await expectRefusal(`${session.page}/${picture}`, 403, { host, cookie });
    await expectRefusal(`/${picture}`, 404, { host, cookie });
    await expectRefusal(`${session.media}x/${picture}`, 403, { host, cookie });
  });
});
