import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { writePsdBuffer } from 'ag-psd';
import { photoLike } from '../../../test/fixtures/pictures.ts';
import { mountSmallDisk } from '../../../test/fixtures/small-disk.ts';
import { downloadLimits, type DownloadLimits } from '#electron/adapters/network/downloads.ts';
import { newDelivery, warmImages } from '../../../test/fixtures/delivering.ts';
import { sha256Of } from '../../../test/fixtures/jobs.ts';
import { downloadsOf } from '../../../test/fixtures/downloads.ts';
import { serveHere } from '../../../test/network/server.ts';
import type { Delivery } from './types.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const images = warmImages();
let delivery: Delivery;
let origin = '';
let picture: Buffer;
let folder = '';
let answer: Answer = () => undefined;
let asked: IncomingMessage[];

beforeAll(async () => {
  picture = await (await photoLike(400, 300, 6)).png().toBuffer();
});
beforeEach(async () => {
  folder = await ownFolder('fetch');
  ({ origin, requests: asked } = await serveHere((...exchange) => answer(...exchange)));
  delivery = open();
});

function open(limits?: DownloadLimits): Delivery {
  const downloads = downloadsOf(origin, limits && { limits });
  const opened = newDelivery({ check: images.check, downloads });
  onTestFinished(async () => {
    await opened.close();
    await downloads.close();
  });
  return opened;
}

function fetchResult(url = `${origin}/a`, signal?: AbortSignal, from: Delivery = delivery) {
  return from.fetch({ url, folder, name: 'result-1', expect: 'image' }, signal);
}

/** Returns the outcome of a download that will be retried later. */
const later = (code: string) => ({ ok: false, then: 'later', problem: { code } });

/**
 * Answers like a CDN, with ETag, Range and If-Range. `cutAt` ends the connection after that many
 * bytes.
 */
function cdn(content: Buffer, etag: string, cutAt = Infinity): Answer {
  return (request, response) => {
    const range = /^bytes=(\d+)-$/u.exec(request.headers.range ?? '');
    const same = request.headers['if-range'] === etag;
    const from = range !== null && same ? Number(range[1]) : 0;
    if (from >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const last = content.length - 1;
    response.writeHead(from > 0 ? 206 : 200, {
      etag: etag,
      'content-length': content.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${last}/${content.length}` }),
    });
    if (cutAt >= content.length) response.end(content.subarray(from));
    else response.write(content.subarray(from, cutAt), () => response.destroy());
  };
}

describe('a download', () => {
  it('is complete, verified, hashed and named by its content', async () => {
    answer = cdn(picture, '"1"');
    const fetched = await fetchResult();
    expect(fetched).toEqual({
      ok: true,
      value: {
        file: join(folder, 'result-1.png'),
        sha256: sha256Of(picture),
        bytes: picture.length,
        width: 400,
        height: 300,
        extension: '.png',
      },
    });
    expect(await readdir(folder)).toEqual(['result-1.png']);
    expect(await readFile(join(folder, 'result-1.png'))).toEqual(picture);
    expect(asked[0]?.headers.authorization).toBeUndefined();
  });

  it('accepts a JPEG without a content length', async () => {
    const jpeg = await (await photoLike(300, 200, 4)).jpeg().toBuffer();
    answer = (_request, response) => {
      response.write(jpeg.subarray(0, 100));
      response.end(jpeg.subarray(100));
    };
    expect(await fetchResult()).toMatchObject({ ok: true, value: { extension: '.jpg' } });
    expect(await readdir(folder)).toEqual(['result-1.jpg']);
  });

  it('of a PSD is decoded as a PSD', async () => {
    const rgba = { width: 40, height: 30, data: new Uint8ClampedArray(40 * 30 * 4).fill(200) };
    const layered = { width: 40, height: 30, imageData: rgba, children: [] };
    answer = cdn(writePsdBuffer(layered), '"psd"');
    const request = { url: origin, folder, name: 'layers', expect: 'psd' } as const;
    const fetched = await delivery.fetch(request);
    expect(fetched).toMatchObject({ ok: true, value: { extension: '.psd', width: 40 } });
    answer = cdn(picture, '"1"');
    expect(await delivery.fetch(request)).toMatchObject({ ok: false, then: 'later' });
    expect(await readdir(folder)).toEqual(['layers.psd']);
  });
});

describe('F34 an interrupted download', () => {
  const half = () => Math.floor(picture.length / 2);

  it('resumes where it was interrupted', async () => {
    answer = cdn(picture, '"1"', half());
    expect(await fetchResult()).toMatchObject(later('download-failed'));
    const { size } = await stat(join(folder, 'result-1.part'));
    answer = cdn(picture, '"1"');
    expect(await fetchResult()).toMatchObject({ ok: true, value: { sha256: sha256Of(picture) } });
    expect(asked[1]?.headers.range).toBe(`bytes=${size}-`);
    expect(await readdir(folder)).toEqual(['result-1.png']);
  });

  it('starts again if the file at the service has changed', async () => {
    answer = cdn(picture, '"1"', half());
    await fetchResult();
    const other = await (await photoLike(320, 200, 6)).png().toBuffer();
    answer = cdn(other, '"2"');
    const fetched = await fetchResult();
    expect(fetched).toMatchObject({ ok: true, value: { sha256: sha256Of(other), width: 320 } });
  });

  it('starts again if the server sends no validator', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': picture.length });
      response.write(picture.subarray(0, half()), () => response.destroy());
    };
    await fetchResult();
    expect(await readdir(folder)).toEqual([]);
    answer = cdn(picture, '"1"');
    expect(await fetchResult()).toMatchObject({ ok: true });
    expect(asked[1]?.headers.range).toBeUndefined();
  });

  it('is verified again even if all bytes are present', async () => {
    await writeFile(join(folder, 'result-1.part'), picture);
    await writeFile(join(folder, 'result-1.part.json'), '"\\"1\\""');
    answer = cdn(picture, '"1"');
    expect(await fetchResult()).toMatchObject({ ok: true, value: { sha256: sha256Of(picture) } });
    const ranges = asked.map(({ headers }) => headers.range);
    expect(ranges).toEqual([`bytes=${picture.length}-`, undefined]);
  });

  it.each([
    ['from the beginning', 0],
    ['from later on', 10],
  ])('starts again if the server sends another range, %s', async (_name, left) => {
    answer = cdn(picture, '"1"', half());
    await fetchResult();
    const whole = cdn(picture, '"1"');
    const from = left === 0 ? 0 : picture.length - left;
    const piece = picture.subarray(from);
    answer = (request, response) => {
      if (request.headers.range === undefined) return whole(request, response);
      const range = `bytes ${from}-${picture.length - 1}/${picture.length}`;
      const headers = { 'content-range': range, 'content-length': piece.length };
      response.writeHead(206, headers).end(piece);
    };
    expect(await fetchResult()).toMatchObject({ ok: true, value: { sha256: sha256Of(picture) } });
    expect(asked).toHaveLength(3);
  });

  it('produces the same file after an interruption at any byte', async () => {
    for (const at of [1, 7, 8, 100, half(), picture.length - 1]) {
      answer = cdn(picture, '"1"', at);
      expect((await fetchResult()).ok).toBe(false);
      expect(await readdir(folder)).not.toContain('result-1.png');
      answer = cdn(picture, '"1"');
      expect(await fetchResult()).toMatchObject({ ok: true, value: { sha256: sha256Of(picture) } });
      await rm(join(folder, 'result-1.png'));
    }
  });
});

describe('F35 a response that is not the picture', () => {
  const html = Buffer.from('<!doctype html><title>Sign in to the network</title>');
  it.each([
    ['HTML with 200', () => html],
    ['half a picture with the right length', () => picture.subarray(0, picture.length >> 1)],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s is refused and deleted', async (_name, content) => {
    answer = (_request, response) => response.writeHead(200, { etag: '"x"' }).end(content());
    expect(await fetchResult()).toMatchObject(later('download-damaged'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused if it is larger than a result can be', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': 600 * 2 ** 20 });
      response.write('x');
    };
    expect(await fetchResult()).toMatchObject({ ok: false, then: 'never' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused if it is compressed', async () => {
    answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(picture);
    expect(await fetchResult()).toMatchObject({ ok: false, then: 'later' });
  });
});

describe('an address', () => {
  it.each([
    ...[403, 404, 410].map((status) => [status, 'gone'] as const),
    ...[500, 503, 429, 407, 204].map((status) => [status, 'later'] as const),
  ])('F36 that answers %i leads to the decision "%s"', async (status, then) => {
    answer = (_request, response) => response.writeHead(status).end();
    expect(await fetchResult()).toMatchObject({ ok: false, then });
  });

  it('at which no server answers is retried later', async () => {
    expect(await fetchResult('http://127.0.0.1:1/a')).toMatchObject({ ok: false, then: 'later' });
  });

  it('that is not a web address is refused', async () => {
    for (const url of ['file:///etc/passwd', 'ftp://x/y', 'nonsense']) {
      expect((await fetchResult(url)).ok).toBe(false);
    }
    answer = (_request, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    expect((await fetchResult()).ok).toBe(false);
  });

  it('may redirect three times and no more', async () => {
    const redirects = (times: number): Answer => {
      const whole = cdn(picture, '"1"');
      return (request, response) => {
        const hop = Number(request.url?.slice(1) ?? 0) || 0;
        if (hop >= times) return whole(request, response);
        response.writeHead(307, { location: `/${hop + 1}` }).end();
      };
    };
    answer = redirects(3);
    expect((await fetchResult(`${origin}/0`)).ok).toBe(true);
    answer = redirects(4);
    expect((await fetchResult(`${origin}/0`)).ok).toBe(false);
  });
});

describe('A6 an address in the local network', () => {
  it.each(['image', 'psd'] as const)('A6 is not requested for the %s of a result', async (kind) => {
    const stranger = await serveHere((_request, response) => response.end(picture));
    answer = (_request, response) =>
      response.writeHead(302, { location: `${stranger.origin}/secret` }).end();
    const strange = [`${stranger.origin}/a`, `http://localhost:${stranger.port}/a`];
    for (const url of [...strange, `${origin}/a`]) {
      const fetched = await delivery.fetch({ url, folder, name: 'result-1', expect: kind });
      expect(fetched, url).toMatchObject(later('download-refused'));
    }
    expect(stranger.knocks()).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('waiting', () => {
  it('for the rest of a picture times out', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': picture.length, etag: '"1"' });
      response.write(picture.subarray(0, 1000));
    };
    const limits = { ...downloadLimits, image: { ...downloadLimits.image, whole: 2000 } };
    const fetched = await fetchResult(undefined, undefined, open(limits));
    expect(fetched).toMatchObject(later('download-failed'));
    expect((await readdir(folder)).sort()).toEqual(['result-1.part', 'result-1.part.json']);
  });

  it('ends on abort, and the download can resume later', async () => {
    const stop = new AbortController();
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': picture.length, etag: '"1"' });
      response.write(picture.subarray(0, 1000), () => stop.abort());
    };
    const stopped = await fetchResult(undefined, stop.signal);
    expect(stopped).toMatchObject(later('aborted'));
    answer = cdn(picture, '"1"');
    expect((await fetchResult()).ok).toBe(true);
  });
});

it('F65 a full disk ends a download and leaves no partial file', async (test) => {
  const disk = await mountSmallDisk(folder);
  if (disk === null) return test.skip('no small disk can be mounted here');
  try {
    const big = await (await photoLike(1200, 900, 20)).png().toBuffer();
    expect(big.length).toBeGreaterThan(2 ** 20);
    answer = cdn(big, '"big"');
    const request = { url: origin, folder: disk.path, name: 'big', expect: 'image' } as const;
    expect(await delivery.fetch(request)).toMatchObject(later('disk-full'));
    expect(await readdir(disk.path)).toEqual([]);
  } finally {
    await disk.unmount();
  }
});
