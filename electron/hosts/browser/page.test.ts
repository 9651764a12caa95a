import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { failure } from '#shared/failure.ts';
import { success } from '#shared/problem.ts';
import {
  openOne,
  SCREEN,
  SECRET,
  visit,
  type Answer,
  type Question,
} from '../../../test/browser/visit.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import type { Media } from '../../app/pictures/media.ts';
import type { Look } from '../contract/screens.ts';

const given: { readonly name: string; readonly text: string; readonly purpose: unknown }[] = [];
const folder = await ownFolder('page', afterAll);
const file = join(folder, 'picture.png');
await writeFile(file, SECRET);
const named = join(folder, '裙 “A” – 👗.png');
await writeFile(named, SECRET);
const whole = { file, type: 'image/png', isForEver: false } as const;
const part = { ...whole, isForEver: true };
const pictures = new Map<string, Media>([
  ['photo/1/160', whole],
  ['photo/2/160', { ...whole, file: join(folder, 'gone.png') }],
  ['photo/1/tile/5/0/0/0', { ...part, part: { start: 1, bytes: 4 } }],
  ['photo/1/tile/5/0/0/1', { ...part, part: { start: 1, bytes: 4000 } }],
  ['file/1', { ...whole, file: named, saveAs: `Kleid "A" (1)'*\r\n裙.png` }],
]);
const page = await openOne(
  {
    findMedia(path) {
      const found = pictures.get(path);
      const none = failure({ code: 'request-unknown', message: `There is no ${path}.` });
      return Promise.resolve(found === undefined ? none : success(found));
    },
    async takePhoto({ name, content }, purpose) {
      given.push({ name, text: await text(content), purpose });
      return success({ ids: [1], refused: [], refusals: 0 });
    },
  },
  afterAll,
);
const visitor = await visit(page.signInLink().address);

const askAsPage = (path: string, headers: Question['headers'] = {}) =>
  visitor.askAsPage({ path, headers });

const seen = ({ status, headers, text }: Answer) => ({
  status,
  leaks: text.includes(SECRET),
  cookie: headers['set-cookie'],
  allowed: headers['access-control-allow-origin'],
  isGuarded: headers['content-security-policy']?.includes("default-src 'none'"),
});
const plain = { leaks: false, cookie: undefined, allowed: undefined, isGuarded: true };
/** Returns the expected answer of a refusal with this status. */
const refusal = (status: number) => ({ status, ...plain });

describe('the page server', () => {
  it('serves the screens to everyone, and lets browsers cache files with a hashed name forever', async () => {
    const answer = await askAsPage('/');
    const headers = { 'cache-control': 'private, no-cache' };
    expect(answer).toMatchObject({ status: 200, headers });
    expect(answer.text).toContain(SCREEN);
    expect((await visitor.ask({ path: '/' })).text).toBe(answer.text);
    const script = await askAsPage('/assets/index-abc.js');
    expect(script.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const again = await askAsPage('/', { 'if-none-match': answer.headers.etag ?? '' });
    expect(again).toMatchObject({ status: 304, text: '' });
    const head = await visitor.askAsPage({ path: '/', method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
  });

  it('sends the page with the current appearance and language, before any script runs', async () => {
    const source = await readFile(new URL('../../../renderer/index.html', import.meta.url));
    const type = 'text/html; charset=utf-8';
    const usual = { body: source, type, etag: '"usual"', isHashed: false };
    let look: Look = { language: 'en', appearance: 'dark' };
    const own = await openOne({ screens: new Map([['/', usual]]), look: () => look });
    const there = await visit(own.signInLink().address);
    const english = await there.askAsPage({ path: '/' });
    expect(english.text).toBe(source.toString());
    look = { language: 'zh-CN', appearance: 'light' };
    const known = { 'if-none-match': english.headers.etag ?? '' };
    const chinese = await there.askAsPage({ path: '/', headers: known });
    expect(chinese.status).toBe(200);
    expect(chinese.text).toContain('<html lang="zh-CN" data-appearance="light">');
    expect(chinese.text).toContain('<meta name="color-scheme" content="light" />');
    expect(chinese.headers['content-length']).toBe(String(Buffer.byteLength(chinese.text)));
  });

  it('allows only its own scripts, styles and frames', async () => {
    const { headers } = await askAsPage('/');
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('reports a port that is in use', async () => {
    const port = Number(visitor.host.split(':')[1]);
    await expect(openOne({ port })).rejects.toThrow('port-unavailable');
  });
});

describe('F75: refused requests', () => {
  it('a cookie from another start of Darkslide', async () => {
    const other = await openOne();
    const [, foreign = ''] = (await visit(other.signInLink().address)).cookie.split('=');
    const [name = ''] = visitor.cookie.split('=');
    const answer = await askAsPage('/media/photo/1/160', { cookie: `${name}=${foreign}` });
    expect(seen(answer)).toEqual(refusal(403));
  });

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '[::1]',
  ])(
    'the host %j, which a browser sends if a foreign name resolves to this computer',
    async (host) => {
      const { search } = new URL(page.signInLink().address);
      for (const path of ['/', `/${search}`, '/media/photo/1/160', '/session']) {
        expect(seen(await askAsPage(path, { host }))).toEqual(refusal(403));
      }
    },
  );

  it.each([
    ['no host', ['Host:']],
    ['two hosts', ['Host: HERE', 'Host: evil.example']],
    ['two hosts in the opposite order', ['Host: evil.example', 'Host: HERE']],
    ['a host in the request target', ['Host: HERE'], 'http://evil.example/'],
  ])('%s', async (_what, lines, target = '/') => {
    const head = [`GET ${target} HTTP/1.1`, ...lines, `Cookie: ${visitor.cookie}`];
    const text = await visitor.raw(`${head.join('\r\n').replace('HERE', visitor.host)}\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1.1 40[034] /);
    expect(text).not.toContain(SECRET);
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1', 'file://', 'https://127.0.0.1'])(
    'the origin %j',
    async (origin) => {
      expect(seen(await askAsPage('/', { origin }))).toEqual(refusal(403));
    },
  );

  it.each([
    ['cross-site', 'no-cors', 'image'],
    ['same-site', 'no-cors', 'script'],
    ['cross-site', 'navigate', 'iframe'],
    ['same-site', 'cors', 'empty'],
  ])('a page that embeds ours: %s, %s, %s', async (site, mode, dest) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': dest };
    expect(seen(await askAsPage('/', headers))).toEqual(refusal(403));
  });

  const methods = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];
  it.each(methods)('the method %s', async (method) => {
    expect(seen(await visitor.askAsPage({ path: '/', method }))).toEqual(refusal(405));
  });

  it('a request with a body', async () => {
    const body = { headers: { 'content-length': '5' }, body: 'hello' };
    expect(seen(await visitor.askAsPage({ path: '/', ...body }))).toEqual(refusal(400));
  });

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/..%5cpackage.json',
    String.raw`/..\package.json`,
    '//evil.example/',
    '/assets//index-abc.js',
    '/assets/index-abc.js/',
    '/assets/index-abc.js%00.png',
    '/media/../index.html',
    '/media/photo/1/%2e%2e/160',
    '/media//etc/passwd',
    '/media/photo/1/161',
    '/media/photo/2/160',
    '/.git/config',
    '/assets',
    '/constructor',
    'http://evil.example/',
    '*',
  ])('the path %s', async (path) => {
    expect(seen(await askAsPage(path))).toEqual(refusal(404));
  });

  it('endless headers', async () => {
    const long = 'x'.repeat(100_000);
    const text = await visitor.raw(`GET / HTTP/1.1\r\nHost: ${visitor.host}\r\nX: ${long}\r\n\r\n`);
    expect(text).toMatch(/^(HTTP\/1.1 431 |$)/);
  });

  it('input that is not HTTP', async () => {
    expect(await visitor.raw('\u0016\u0003\u0001 hello\r\n\r\n')).toMatch(/^(HTTP\/1.1 400 |$)/);
  });
});

describe('a photo that the page sends', () => {
  const path = '/photos?name=IMG%201.jpg';
  const own = { cookie: visitor.cookie, 'x-darkslide-session': visitor.session.page };
  const all = { ...own, host: visitor.host, origin: `http://${visitor.host}` };

  it.each([
    ['', 'strip'],
    ['&for=further', 'further'],
    ['&for=mask', 'mask'],
    ['&for=release', 'release'],
    ['&for=other', 'strip'],
  ])(
    'is accepted with its name for the purpose "%s", and answered with the result',
    async (more, purpose) => {
      const text = 'bytes of a photo';
      const headers = { ...all, 'content-length': String(text.length) };
      const sent = { path: `${path}${more}`, method: 'POST', headers, body: text };
      given.length = 0;
      const answer = await visitor.ask(sent);
      expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
      expect(JSON.parse(answer.text)).toEqual(success({ ids: [1], refused: [], refusals: 0 }));
      expect(given).toEqual([{ name: 'IMG 1.jpg', text, purpose }]);
    },
  );

  it.each([
    ['without an origin', { origin: '' }, 403],
    ['of another page', { origin: 'http://evil.example' }, 403],
    ['of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 403],
    ['without the cookie', { cookie: '' }, 403],
    ['without the secret of the page', { 'x-darkslide-session': '' }, 403],
    ['to a foreign host name', { host: 'evil.example' }, 403],
    ['without a length', { 'content-length': '', 'transfer-encoding': 'chunked' }, 400],
  ] as const)('is refused %s', async (_what, headers, status) => {
    const before = given.length;
    const sent = Object.entries({ ...all, 'content-length': '5', ...headers });
    const kept = Object.fromEntries(sent.filter(([, value]) => value !== ''));
    const answer = await visitor.ask({ path, method: 'POST', headers: kept, body: 'hello' });
    expect(seen(answer)).toEqual(refusal(status));
    expect(given).toHaveLength(before);
  });

  it.each([
    ['any photo', '', 9_000_000_000, 'upload-too-large'],
    ['any release', '&for=release', 50_000_001, 'own-release-file'],
  ])('larger than %s is refused with a message and not read', async (_what, more, bytes, code) => {
    const lines = Object.entries({ ...all, 'content-length': bytes });
    const head = [`POST ${path}${more} HTTP/1.1`, ...lines.map((line) => line.join(': '))];
    const text = await visitor.raw(`${head.join('\r\n')}\r\n\r\n`);
    expect(text).toContain(`"code":"${code}"`);
  });
});

describe('pictures', () => {
  it('are served by ledger ids and revalidated, because another ledger has other photos with the same ids', async () => {
    const answer = await askAsPage('/media/photo/1/160');
    const headers = { 'content-type': 'image/png', 'cache-control': 'private, no-cache' };
    expect(answer).toMatchObject({ status: 200, text: SECRET, headers });
    const tag = { 'if-none-match': answer.headers.etag ?? '' };
    expect((await askAsPage('/media/photo/1/160', tag)).status).toBe(304);
  });

  it('can be saved under their file names, whatever characters these contain', async () => {
    const { status, text, headers } = await askAsPage('/media/file/1');
    expect({ status, text }).toEqual({ status: 200, text: SECRET });
    expect(headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''Kleid%20%22A%22%20%281%29%27%2A%0D%0A%E8%A3%99.png",
    );
  });

  it('that are part of a larger file are served without the rest of the file, and cached', async () => {
    const answer = await askAsPage('/media/photo/1/tile/5/0/0/0');
    expect(answer).toMatchObject({ status: 200, text: SECRET.slice(1, 5) });
    expect(answer.headers['cache-control']).toContain('immutable');
    // the file has become shorter
    expect((await askAsPage('/media/photo/1/tile/5/0/0/1')).status).toBe(404);
  });
});
