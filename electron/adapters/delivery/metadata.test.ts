import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writePsdBuffer } from 'ag-psd';
import type { WriteTags } from 'exiftool-vendored';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sha256File } from '#electron/base/files.ts';
import { openBench, plainContext } from '../../../test/fixtures/delivering.ts';
import { lightPhotograph } from '../../../test/fixtures/photographs.ts';
import { patches, storedPixels } from '../../../test/fixtures/pictures.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { systemClock } from '../../base/clock.ts';
import { startNode } from '../images/start-node.ts';
import { createMarker, digitalSourceType } from './metadata.ts';
import type { DeliveryContext } from './types.ts';

const { reader, home } = await openBench('metadata');
const marker = createMarker({ startHelper: startNode, clock: systemClock });
let photo = '';
let photoSha256 = '';
let counter = 0;

/** Tags that a photographer wrote into a photo. */
const photoTags = {
  'IFD0:Make': 'Nikon',
  'IFD0:Model': 'D850',
  'IFD0:Artist': 'Anna Ångström',
  'IFD0:Orientation#': '6',
  'ExifIFD:DateTimeOriginal': '2026:03:31 14:05:09',
  'ExifIFD:SerialNumber': '6001234',
  'ExifIFD:ColorSpace#': '2',
  'ExifIFD:ExifImageWidth': '9000',
  'InteropIFD:InteropIndex': 'R03',
  'GPS:GPSLatitude': '52.5',
  'GPS:GPSLatitudeRef': 'N',
  'IPTC:Headline': '秋のコレクション',
  'IPTC:Keywords': ['coat', 'red'],
  'IPTC:CodedCharacterSet': 'UTF8',
  'IPTC:CopyrightNotice': 'old',
  'XMP-dc:Rights': '© 2026 Anna',
  'XMP-xmp:Rating': '4',
  'XMP-crs:Exposure2012': '+1.00',
  'XMP-xmpMM:InstanceID': 'xmp.iid:1',
  'XMP-iptcExt:DigitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
};

beforeAll(async () => {
  photo = join(home, 'photo.jpg');
  await patches(90, 60).withIccProfile('p3').jpeg().toFile(photo);
  const thumbnail = join(home, 'thumbnail.jpg');
  await patches(16, 12).jpeg().toFile(thumbnail);
  await reader.write(photo, photoTags as WriteTags, {
    writeArgs: ['-overwrite_original', `-ThumbnailImage<=${thumbnail}`],
  });
  photoSha256 = await sha256File(photo);
});
afterAll(() => marker.close());

function context(more: Partial<DeliveryContext> = {}): DeliveryContext {
  return {
    ...plainContext,
    outFolder: home,
    photoSha256,
    photoPath: photo,
    agent: 'aimodel',
    recipe: 'Clean & <bright>\nüber',
    metadata: 'keep',
    ...more,
  };
}

/** Returns the photo's SHA-256 at admission; for a missing photo, the SHA-256 of arbitrary content. */
function sha256Of(file: string): Promise<string> {
  return sha256File(file).catch(() => 'ab'.repeat(32));
}

async function mark(result: Buffer, more: Partial<DeliveryContext> = {}, folder = home) {
  counter += 1;
  const from = join(home, `result-${counter}`);
  const to = join(folder, `.marked-${counter}.darkslide-part`);
  await writeFile(from, result);
  const { photoPath = null } = more;
  const sha256 = photoPath === null ? {} : { photoSha256: await sha256Of(photoPath) };
  valueOf(await marker.mark({ from, to, context: context({ ...sha256, ...more }) }));
  return { from, to };
}

async function tagsOf(file: string): Promise<Record<string, unknown>> {
  return { ...(await reader.readRaw(file, { readArgs: ['-G1', '-n', '-a'] })) };
}

const traced = {
  'XMP-iptcExt:DigitalSourceType': digitalSourceType,
  'XMP-xmp:CreatorTool': 'Darkslide',
};

const tiny = () => patches(20, 20).png().toBuffer();
const formats: [string, () => Promise<Buffer>][] = [
  ['png', () => patches(80, 60).png().toBuffer()],
  ['jpeg', () => patches(80, 60).jpeg().toBuffer()],
  ['webp', () => patches(80, 60).webp({ lossless: true }).toBuffer()],
];

describe.each(formats)('a %s result', (format, make) => {
  let tags: Record<string, unknown> = {};
  let files: { from: string; to: string };
  beforeAll(async () => {
    files = await mark(await make());
    tags = await tagsOf(files.to);
  });

  it('has the photo’s metadata, F81 including place and serial number', () => {
    expect(tags).toMatchObject({
      'IFD0:Make': 'Nikon',
      'IFD0:Artist': 'Anna Ångström',
      'ExifIFD:DateTimeOriginal': '2026:03:31 14:05:09',
      'GPS:GPSLatitude': 52.5,
      'XMP-dc:Rights': '© 2026 Anna',
      'XMP-xmp:Rating': 4,
    });
    expect(String(tags['ExifIFD:SerialNumber'])).toBe('6001234');
  });

  it('has IPTC in any script, and also as XMP for programs that only read XMP', () => {
    const iptc = { 'IPTC:Headline': '秋のコレクション', 'IPTC:Keywords': ['coat', 'red'] };
    expect(tags).toMatchObject({
      // WebP cannot store IPTC.
      ...(format !== 'webp' && iptc),
      'XMP-photoshop:Headline': '秋のコレクション',
      'XMP-dc:Subject': ['coat', 'red'],
    });
  });

  it('has no metadata that would be wrong for the result', () => {
    const untrue = [
      'IFD0:Orientation',
      'IFD1:ThumbnailOffset',
      'ExifIFD:ExifImageWidth',
      'InteropIFD:InteropIndex',
      'XMP-crs:Exposure2012',
      'XMP-xmpMM:InstanceID',
    ];
    expect(untrue.filter((tag) => tag in tags)).toEqual([]);
    expect(Object.keys(tags).filter((tag) => /thumbnail/iu.test(tag))).toEqual([]);
  });

  it('states that it was made with AI, and from which photo', async () => {
    expect(tags).toMatchObject({
      ...traced,
      'XMP-darkslide:Recipe': expect.stringContaining('Clean & <bright>') as string,
      'XMP-darkslide:Agent': 'aimodel',
      'XMP-darkslide:AgentVersion': 'v1.0',
      'XMP-darkslide:TaskId': 'task-1',
      'XMP-darkslide:ExecutionId': 'execution-1',
      'XMP-darkslide:SourceSha256': photoSha256,
    });
    // Any program can find the term, even one that does not know our namespace.
    expect((await readFile(files.to)).includes(digitalSourceType)).toBe(true);
  });

  it('F83 states that it is sRGB, and its pixels stay identical', async () => {
    const srgb = { 'ICC_Profile:ProfileDescription': 'sRGB', 'ExifIFD:ColorSpace': 1 };
    expect(tags).toMatchObject(srgb);
    const [before, after] = await Promise.all([files.from, files.to].map((f) => storedPixels(f)));
    expect(after).toEqual(before);
    expect((await sharp(files.to).metadata()).format).toBe(format);
  });
});

it('a result keeps its own profile and never gets the photo’s', async () => {
  const p3 = await patches(80, 60).withIccProfile('p3').png().toBuffer();
  const before = await sharp(p3).metadata();
  const srgbPhoto = join(home, 'srgb-photo.jpg');
  await patches(40, 30).withIccProfile('srgb').jpeg().toFile(srgbPhoto);
  const { to } = await mark(p3, { photoPath: srgbPhoto });
  expect((await sharp(to).metadata()).icc).toEqual(before.icc);
  expect(await storedPixels(to)).toEqual(await storedPixels(p3));
});

it('a grey result is not declared sRGB', async () => {
  const grey = await patches(80, 60).toColourspace('b-w').png().toBuffer();
  const { to } = await mark(grey);
  expect((await sharp(to).metadata()).icc).toBeUndefined();
  expect(await storedPixels(to)).toEqual(await storedPixels(grey));
});

it('a result has XMP only once, even if the service’s file has XMP after its pixels', async () => {
  const title = join(home, 'titled.png');
  await writeFile(title, await tiny());
  const options = { writeArgs: ['-overwrite_original', '-api', 'PNGEarlyXMP=0'] };
  await reader.write(title, { 'XMP-dc:Title': 'of the service' } as WriteTags, options);
  const early = await readFile(title);
  const at = early.indexOf('iTXt') - 4;
  const end = at + early.readUInt32BE(at) + 12;
  const close = early.length - 12;
  const parts = [early.subarray(0, at), early.subarray(end, close), early.subarray(at, end)];
  const { to } = await mark(Buffer.concat([...parts, early.subarray(close)]));
  const written = await readFile(to);
  expect(written.indexOf('iTXt')).toBe(written.lastIndexOf('iTXt'));
  expect(await tagsOf(to)).toMatchObject({ ...traced, 'XMP-dc:Title': 'of the service' });
});

it('a PSD gets metadata, and its layers stay unchanged', async () => {
  const [size, data] = [{ width: 40, height: 30 }, new Uint8ClampedArray(4800).fill(200)];
  const imageData = { ...size, data };
  const psd = writePsdBuffer({ ...size, imageData, children: [{ imageData, name: 'coat' }] });
  const { to } = await mark(psd);
  const carried = { 'IFD0:Make': 'Nikon', 'IPTC:Headline': '秋のコレクション' };
  expect(await tagsOf(to)).toMatchObject({ ...traced, ...carried });
  const length = (file: Buffer) => file.readUInt32BE(30);
  const written = await readFile(to);
  // Header and image resources may change; the layers and pixels after them stay identical.
  const rest = (file: Buffer) => file.subarray(34 + length(file));
  expect(rest(written)).toEqual(rest(psd));
});

it('metadata is written whatever the names of photo and folder', async () => {
  const folder = join(home, ' %d\n[x] $HOME ');
  await mkdir(folder);
  for (const name of ['-x.jpg', '%f.jpg', 'a\nb.jpg', ' trailing ', '#[CSTR]a.jpg', '漢字@.jpg']) {
    const odd = join(folder, name);
    await writeFile(odd, await readFile(photo));
    const { to } = await mark(await tiny(), { photoPath: odd }, folder);
    expect(await tagsOf(await aliasOf(to))).toMatchObject({ 'IFD0:Make': 'Nikon', ...traced });
  }
});

/** Copies a file to a plain name, because the tests' ExifTool cannot read such unusual names either. */
async function aliasOf(file: string): Promise<string> {
  const alias = join(home, `read-${counter}.png`);
  await writeFile(alias, await readFile(file));
  return alias;
}

describe('a photo without usable metadata', () => {
  it.each<[string, (whole: Buffer) => Buffer]>([
    ['that is not a picture', () => Buffer.from('nothing at all')],
    ['that is truncated', (whole) => whole.subarray(0, 300)],
    ['whose EXIF is garbage', garbled],
  ])('%s does not prevent the delivery of a result', async (_name, spoil) => {
    counter += 1;
    const photoPath = join(home, `damaged-${counter}.jpg`);
    await writeFile(photoPath, spoil(await readFile(photo)));
    const { to } = await mark(await tiny(), { photoPath });
    expect(await tagsOf(to)).toMatchObject(traced);
  });

  it.each([
    ['given by address', null],
    ['that is gone', join(home, 'gone.jpg')],
  ])('%s does not prevent the delivery of a result', async (_name, photoPath) => {
    const { to } = await mark(await tiny(), { photoPath });
    expect(await tagsOf(to)).toMatchObject(traced);
  });

  function garbled(content: Buffer): Buffer {
    const at = content.indexOf('Exif\0\0') + 6;
    return Buffer.from(content).fill(0xee, at + 8, at + 120);
  }
});

it('A8 a photo that was replaced after it was admitted contributes no metadata', async () => {
  const replaced = join(home, 'replaced.jpg');
  await writeFile(replaced, await readFile(photo));
  const taken = { photoPath: replaced, photoSha256 };
  const before = await mark(await tiny(), taken);
  expect(await tagsOf(before.to)).toMatchObject({ 'IFD0:Make': 'Nikon' });
  await rm(replaced);
  const other = join(home, 'private.jpg');
  await writeFile(other, Buffer.concat([await readFile(photo), Buffer.from('another')]));
  await symlink(other, replaced);
  const after = await mark(await tiny(), taken);
  expect(await tagsOf(after.to)).toMatchObject(traced);
  expect(await tagsOf(after.to)).not.toHaveProperty('IFD0:Make');
});

it.skipIf(process.platform === 'win32')(
  'A9 a FIFO in place of the photo is not waited for',
  async () => {
    const fifo = join(home, 'fifo.jpg');
    await promisify(execFile)('mkfifo', [fifo]);
    const { to } = await mark(await tiny(), { photoPath: fifo });
    expect(await tagsOf(to)).toMatchObject(traced);
    const exported = await mark(await tiny(), { metadataFrom: fifo });
    expect(await tagsOf(exported.to)).toMatchObject(traced);
    expect(await marker.factsOf(fifo)).toMatchObject({ problem: { code: 'facts-unreadable' } });
  },
);

it('A10 no control character and no injected line reaches ExifTool', async () => {
  const recipe = 'Clean\0\u001B[2J\n-Artist=Mallory\r\n-execute\u202E';
  const { to } = await mark(await tiny(), { recipe, photoPath: null });
  const tags = await tagsOf(to);
  expect(tags['XMP-darkslide:Recipe']).toBe('Clean[2J -Artist=Mallory -execute');
  expect(JSON.stringify(tags)).not.toMatch(/"[^"]*Artist":/u);
});

it('F81 a result without place contains no coordinates and no address of them', async () => {
  const place = join(home, 'place.jpg');
  await copyFile(photo, place);
  const spot = {
    GPSLatitude: '47.1234',
    GPSLongitude: '11.2345',
    Sublocation: 'Hidden Street 3',
    City: 'Hidden Town',
    CountryName: 'Hidden Country',
  };
  const structures = Object.entries(spot).flatMap(([field, value]) => [
    `-XMP-iptcExt:LocationCreated${field}=${value}`,
    `-XMP-iptcExt:LocationShown${field}=${value}`,
  ]);
  await reader.write(place, { 'XMP-exif:GPSLatitude': '47.1234' } as WriteTags, {
    writeArgs: [
      '-overwrite_original',
      '-XMP-photoshop:City=Innsbruck',
      '-XMP-iptcCore:Location=Hidden Street 3',
      '-IPTC:Sub-location=Hidden Street 3',
      '-XMP-drone-dji:GPSLatitude=47.1234',
      ...structures,
    ],
  });
  const secret = /47\.1234|11\.2345|Hidden/;
  const told = async (file: string) => JSON.stringify(await tagsOf(file));
  const source = await readFile(place);
  const kept = await mark(source, { photoPath: place });
  expect(await told(kept.to)).toMatch(secret);
  for (const [name, make] of formats) {
    const { to } = await mark(await make(), { photoPath: place, metadata: 'without-place' });
    expect(await told(to), name).not.toMatch(secret);
    // a caption that the photographer wrote
    expect((await tagsOf(to))['XMP-photoshop:City'], name).toBe('Innsbruck');
  }
  const { to } = await mark(source, { photoPath: place, metadata: 'without-place' });
  expect(await told(to)).not.toMatch(secret);
});

it('a result that cannot be written is reported', async () => {
  const to = join(home, 'none', 'x');
  const from = join(home, 'not-there');
  const outcome = await marker.mark({ from, to, context: context() });
  expect(outcome).toMatchObject({ ok: false, problem: { code: 'metadata-failed' } });
});

it.skipIf(process.platform === 'win32')(
  'E metadata is written byte for byte the same without Perl',
  async () => {
    const empty = join(home, 'no-programs');
    await mkdir(empty);
    const odd = join(home, ' 100%f\n照片');
    await mkdir(odd);
    const portable = createMarker({ startHelper: startNode, clock: systemClock });
    const tiff = lightPhotograph('lamp-brass.tif');
    const contexts = [
      {},
      { metadata: 'without-place' },
      { photoPath: tiff, photoSha256: await sha256Of(tiff) },
    ] as const;
    for (const [n, [name, make]] of formats.entries()) {
      const more = contexts[n] ?? {};
      const { from, to } = await mark(await make(), more);
      vi.stubEnv('PATH', empty);
      counter += 1;
      const other = join(odd, `marked-${counter}`);
      const outcome = await portable.mark({ from, to: other, context: context(more) });
      vi.unstubAllEnvs();
      expect(outcome, name).toEqual({ ok: true, value: undefined });
      expect((await readFile(other)).equals(await readFile(to)), name).toBe(true);
    }
    await portable.close();
  },
  120_000,
);

it('writing metadata leaves no temporary folder behind', async () => {
  const own = join(home, 'tmp');
  await mkdir(own);
  vi.stubEnv('TMPDIR', own);
  const short = createMarker({ startHelper: startNode, clock: systemClock });
  await short.mark({ from: photo, to: join(home, 'custom-models.jpg'), context: context() });
  expect(await readdir(own)).toHaveLength(1);
  await short.close();
  expect(await readdir(own)).toEqual([]);
  vi.unstubAllEnvs();
});
