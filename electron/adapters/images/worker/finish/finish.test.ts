import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { shippedPresets } from '#shared/finish/shipped.ts';
import { success } from '#shared/problem.ts';
import { parseFinishPreset } from '#shared/finish/preset.ts';
import { meanDeltaE } from '../../../../../test/fixtures/delta-e.ts';
import { finishHarness, presetOf } from '../../../../../test/fixtures/finishing.ts';
import { photograph } from '../../../../../test/fixtures/photographs.ts';
import { differsFromWhite, storedPixels } from '../../../../../test/fixtures/pictures.ts';
import { edgesOf, trueComposite } from '../../../../../test/fixtures/true-masks.ts';
import { valueOf } from '../../../../../test/fixtures/values.ts';
import { srgbProfile } from '../../../../base/srgb-profile.ts';
import { profileDescription } from '../icc.ts';
import { RawPreviews } from '../raw-preview.ts';
import { withConversion } from './colour.ts';
import { finishPhoto } from './finish.ts';

const { images, home, finish, finishOne } = await finishHarness('finish');
let files = 0;

const subject = { width: 640, height: 400 };
const place = { left: 900, top: 700 };
const photo = { width: 1800, height: 1400 };

/** Returns part of a real photograph, without a profile. */
function texture() {
  return sharp(photograph('raccoon-face.jpg'))
    .resize(subject.width, subject.height, { fit: 'cover' })
    .png()
    .toBuffer();
}

/** Writes a photograph of a rectangular subject on a noisy background, with a soft shadow below. */
async function onBackground(background: string, noise = 3): Promise<string> {
  const shadow = Buffer.from(
    `<svg width="${photo.width}" height="${photo.height}"><filter id="b" x="-50%" y="-300%" width="200%" height="700%"><feGaussianBlur stdDeviation="30"/></filter><ellipse cx="1220" cy="1110" rx="420" ry="45" fill="#000" opacity="0.5" filter="url(#b)"/></svg>`,
  );
  const { data, info } = await sharp({ create: { ...photo, channels: 3, background } })
    .composite([{ input: shadow }, { input: await texture(), ...place }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let seed = 1;
  for (let at = 0; at < data.length; at += 1) {
    seed = (seed * 16_807) % 2_147_483_647;
    data[at] = Math.max(
      0,
      Math.min(255, (data[at] ?? 0) + Math.round((seed / 2_147_483_647 - 0.5) * 2 * noise)),
    );
  }
  const file = join(home, `photo-${(files += 1)}.png`);
  const { width, height, channels } = info;
  await sharp(data, { raw: { width, height, channels: channels as 3 } })
    .png()
    .toFile(file);
  return file;
}

/** Writes a cut-out with alpha. */
async function cutOut(): Promise<string> {
  const file = join(home, `cut-${(files += 1)}.png`);
  await sharp({
    create: { ...photo, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: await texture(), ...place }])
    .png()
    .toFile(file);
  return file;
}

it('Finish fills the canvas with the subject, centres it, and removes the shadow and an off-white background', async () => {
  const source = await onBackground('#f1f2f0');
  const before = await readFile(source);
  const preset = presetOf({ subject: { fill: 0.87 }, shadow: 'drop', output: { longSide: 700 } });
  const made = await finishOne(source, preset);
  expect(made).toMatchObject({ hasSubject: true, width: 700, height: 700, isSmaller: false });
  const box = await differsFromWhite(made.file);
  expect(box.width / 700).toBeGreaterThan(0.86);
  expect(box.width / 700).toBeLessThan(0.89);
  expect(Math.abs(box.left + box.right - 700)).toBeLessThanOrEqual(4);
  expect(Math.abs(box.top + box.bottom - 700)).toBeLessThanOrEqual(8);
  const { data } = await storedPixels(made.file);
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  // 10 px below the subject, where its shadow was
  const at = ((box.bottom + 10) * 700 + 350) * 3;
  expect([...data.subarray(at, at + 3)]).toEqual([255, 255, 255]);
  expect((await readFile(source)).equals(before)).toBe(true);
});

it('Finish keeps the shadow on another canvas colour, and gives the corners exactly that colour', async () => {
  const source = await onBackground('#f1f2f0');
  const canvas = { colour: '#dde4ee' };
  const made = await finishOne(source, presetOf({ canvas, output: { longSide: 700 } }));
  const { data } = await storedPixels(made.file);
  expect([...data.subarray(0, 3)]).toEqual([0xdd, 0xe4, 0xee]);
  const below = (Math.round(350 + 186 + 12) * 700 + 350) * 3;
  expect(data[below]).toBeLessThan(0xdd - 20);
});

it('Finish places the subject on the ground line', async () => {
  const preset = presetOf({
    subject: { fill: 0.6, align: 'ground', ground: 0.12 },
    shadow: 'drop',
    output: { longSide: 500 },
  });
  const box = await differsFromWhite((await finishOne(await cutOut(), preset)).file);
  expect(Math.abs(box.bottom - 440)).toBeLessThanOrEqual(2);
  expect(Math.abs(box.width - 300)).toBeLessThanOrEqual(3);
});

it('Finish changes no colour by more than 1.0 (CIEDE2000), in any format', async () => {
  const source = photograph('raccoon-face.jpg');
  const expected = await coarse(await readFile(source));
  for (const output of [{ format: 'png' }, { format: 'jpeg', quality: 92 }, { format: 'webp' }]) {
    const preset = presetOf({ canvas: { aspect: null }, output: { ...output, longSide: 512 } });
    const made = await finishOne(source, preset, 'whole');
    expect(meanDeltaE(await coarse(await readFile(made.file)), expected)).toBeLessThan(1);
  }
});

/** Returns the picture in so few pixels that sharpening does not count as a change of colour. */
async function coarse(picture: Buffer): Promise<Buffer> {
  // decoded at full size first, because a WebP decoder that scales down would change colours more
  // than the encoding does
  return sharp(await sharp(picture).png().toBuffer())
    .resize(64, 48, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
}

it('Finish converts a wide gamut to sRGB, or keeps it with its profile', async () => {
  const file = join(home, 'wide.png');
  await sharp(photograph('raccoon-face.jpg')).withIccProfile('p3').png().toFile(file);
  const original = await sharp(photograph('raccoon-face.jpg')).raw().toBuffer();
  const canvas = { aspect: null };
  const srgb = await finishOne(file, presetOf({ canvas }), 'whole');
  expect(meanDeltaE((await storedPixels(srgb.file)).data, original)).toBeLessThan(1);
  expect(await descriptionOf(srgb.file)).toMatch(/sRGB/i);
  const kept = await finishOne(file, presetOf({ canvas, output: { profile: 'keep' } }), 'whole');
  expect((await storedPixels(kept.file)).data.equals((await storedPixels(file)).data)).toBe(true);
  expect(await descriptionOf(kept.file)).toBe(await descriptionOf(file));
  const adobe = await finishOne(
    file,
    presetOf({ canvas, output: { profile: 'adobe-rgb' } }),
    'whole',
  );
  expect(await descriptionOf(adobe.file)).toMatch(/Adobe RGB/);
  const back = await sharp(adobe.file).toColourspace('srgb').raw().toBuffer();
  expect(meanDeltaE(back, original)).toBeLessThan(1);
});

async function descriptionOf(file: string): Promise<string | null> {
  const { icc } = await sharp(file).metadata();
  return icc === undefined ? null : profileDescription(icc);
}

it('Finish keeps 16 bits where the output asks for them', async () => {
  const { width, height } = { width: 64, height: 64 };
  const levels = Uint16Array.from({ length: width * height * 3 }, (_, at) => 20_000 + at);
  const file = join(home, 'deep.png');
  await sharp(levels, { raw: { width, height, channels: 3 } })
    .toColourspace('rgb16')
    .png()
    .toFile(file);
  const preset = presetOf({ canvas: { aspect: null }, output: { depth: 16 } });
  const made = await finishOne(file, preset, 'whole');
  expect((await sharp(made.file).metadata()).depth).toBe('ushort');
  const data = await sharp(made.file, { ignoreIcc: true })
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer();
  expect([...new Uint16Array(data.buffer, data.byteOffset, levels.length)]).toEqual([...levels]);
});

it('Finish enlarges only on request, and reports a photo that is too small', async () => {
  const source = await cutOut();
  const small = await finishOne(source, presetOf({ output: { longSide: 4000 } }));
  expect(small).toMatchObject({ isSmaller: true });
  // the subject keeps its own scale; its outline is known to about 2 px of the photo
  expect(Math.abs(small.width - subject.width / 0.85)).toBeLessThan(6);
  const large = await finishOne(source, presetOf({ output: { longSide: 1200, enlarge: true } }));
  expect(large).toMatchObject({ width: 1200, height: 1200, isSmaller: false });
});

it('Finish lowers the quality until the file fits, and refuses a file that cannot fit', async () => {
  const source = await cutOut();
  const output = { format: 'webp', quality: 95, maxBytes: 90_000 };
  const made = await finishOne(source, presetOf({ output }));
  expect(made.bytes).toBeLessThanOrEqual(90_000);
  expect(made.bytes).toBeGreaterThan(75_000);
  expect(made.quality).toBeLessThan(95);
  const { files: refused } = await finish(
    source,
    presetOf({ output: { ...output, maxBytes: 1000 } }),
  );
  expect(refused).toMatchObject([{ ok: false, problem: { code: 'finish-too-heavy' } }]);
});

it('Finish finds a subject on a patterned background, and places the whole photo if there is none', async () => {
  const preset = presetOf({ shadow: 'drop', output: { longSide: 512 } });
  const { file, truth } = await trueComposite(home, 'handbag-cognac', 'raccoon-face.jpg', 2);
  const made = await finishOne(file, preset);
  expect(made).toMatchObject({ hasSubject: true, width: 512, height: 512 });
  const [left = 0, top = 0, right = 0, bottom = 0] = edgesOf(truth);
  const box = await differsFromWhite(made.file);
  expect(Math.abs(box.height / 512 - 0.85)).toBeLessThan(0.01);
  expect(Math.abs(box.width / box.height - (right - left) / (bottom - top))).toBeLessThan(0.02);
  const whole = await finishOne(photograph('hubble-deep-field.jpg'), preset);
  expect(whole).toMatchObject({ hasSubject: false, width: 512, height: 512 });
});

it('Finish writes transparent files from a cut-out, with transparent corners', async () => {
  const canvas = { colour: 'transparent' };
  const output = { format: 'webp', longSide: 400 };
  const made = await finishOne(await cutOut(), presetOf({ canvas, shadow: 'drop', output }));
  const { data, channels } = await storedPixels(made.file);
  expect(channels).toBe(4);
  expect(data[3]).toBe(0);
  expect(data[(200 * 400 + 200) * 4 + 3]).toBe(255);
});

it('Finish writes no file from a damaged photo', async () => {
  const file = join(home, 'broken.jpg');
  const whole = await readFile(photograph('handbag-cognac.jpg'));
  await writeFile(file, whole.subarray(0, whole.length / 2));
  const preset = presetOf({});
  const [output] = preset.outputs;
  if (output === undefined) throw new Error('There is no output.');
  const wanted = [{ preset, output, target: join(home, 'never') }];
  expect(await images.finish({ source: file, files: wanted })).toMatchObject({
    ok: false,
    problem: { code: 'photo-damaged' },
  });
});

it('F65 the folder for temporary files is not needed, and a file that cannot be written is no damage', async () => {
  const source = await cutOut();
  const outputs = [{ profile: 'adobe-rgb' }, { profile: 'srgb' }, { profile: 'adobe-rgb' }];
  const wanted = outputs.flatMap((changes, at) => {
    const preset = presetOf({ output: { ...changes, longSide: 300 } });
    const folder = at === 2 ? join(home, 'no-folder') : home;
    return preset.outputs.map((output) => ({ preset, output, target: join(folder, `disk-${at}`) }));
  });
  vi.stubEnv('TMPDIR', join(home, 'no-folder'));
  const made = valueOf(await finishPhoto(new RawPreviews(), { source, files: wanted }));
  vi.unstubAllEnvs();
  expect(made?.files).toMatchObject([
    { ok: true },
    { ok: true },
    { ok: false, problem: { code: 'folder-unwritable' } },
  ]);
  const { icc } = await sharp(join(home, 'disk-0')).metadata();
  expect(profileDescription(icc ?? Buffer.alloc(0))).toContain('Adobe RGB');
  expect((await readdir(home)).filter((name) => name.startsWith('disk-'))).toHaveLength(2);
});

it('Finish never stores a profile under the name of the file that is made with it', async () => {
  const target = join(home, 'busy');
  const master = { space: 'srgb', icc: srgbProfile } as const;
  const output = { profile: 'adobe-rgb' } as const;
  const made = await withConversion(master, { output, target }, async () => {
    await writeFile(target, 'made', { flag: 'wx' });
    return success();
  });
  expect(made.ok).toBe(true);
  expect((await readdir(home)).filter((name) => name.startsWith('busy'))).toEqual(['busy']);
});

it('parsing leaves the shipped presets unchanged', () => {
  for (const { preset } of shippedPresets) {
    expect(valueOf(parseFinishPreset(JSON.parse(JSON.stringify(preset))))).toEqual(preset);
  }
});

it('Finish refuses only the files whose canvas would be too large, and makes the others', async () => {
  const source = await cutOut();
  const made = async (fill: number, ...formats: readonly ('png' | 'webp')[]) => {
    const outputs = [{ longSide: 300 }, ...formats.map((format) => ({ format }))];
    const [first, ...others] = outputs.map((output) =>
      presetOf({ canvas: { aspect: '4:1' }, subject: { fill }, output }),
    );
    if (first === undefined) throw new Error('There is no preset.');
    const all = [first, ...others].flatMap((preset) => preset.outputs);
    const { files: written } = await finish(source, { ...first, outputs: all });
    return written.map((file) => (file.ok ? file.value.width : file.problem.code));
  };
  // the subject is 400 px high: the canvas would be 32,000 px wide, and then 18,000 px
  expect(await made(0.05, 'png', 'webp')).toEqual([300, 'finish-too-large', 'finish-too-large']);
  expect(await made(0.089, 'webp')).toEqual([300, 'finish-too-large']);
});
