import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { finishHarness, presetOf } from '../../../../../test/fixtures/finishing.ts';
import { storedPixels } from '../../../../../test/fixtures/pictures.ts';

const { home, finishOne } = await finishHarness('cut-out');

describe('Finish from a dark cut-out', () => {
  const side = 1000;
  /** Writes a black disc with alpha, with or without a soft shadow below it, and returns its alpha. */
  async function discWithAlpha(file: string, below: string): Promise<Buffer> {
    const disc = `<circle cx="500" cy="450" r="250" fill="#101010"/>`;
    const svg = `<svg width="${side}" height="${side}"><defs><filter id="soft"><feGaussianBlur stdDeviation="12"/>
      </filter></defs>${below}${disc}</svg>`;
    await sharp(Buffer.from(svg)).png().toFile(file);
    return sharp(file).extractChannel(3).raw().toBuffer();
  }
  const preset = presetOf({
    canvas: { aspect: null, colour: 'transparent' },
    subject: { fill: 1 },
    shadow: 'drop',
    output: { profile: 'keep', sharpen: false },
  });

  it('keeps its own edge where there is no shadow', async () => {
    const file = join(home, 'disc.png');
    const alpha = await discWithAlpha(file, '');
    const made = await finishOne(file, preset);
    const { data, width, height } = await storedPixels(made.file);
    expect([width, height]).toEqual([500, 500]);
    const own = sharp(alpha, { raw: { width: side, height: side, channels: 1 } });
    const cut = { left: 250, top: 200, width, height };
    const expected = await own.extract(cut).toColourspace('b-w').raw().toBuffer();
    expect(data.filter((_, at) => at % 4 === 3)).toEqual(expected);
  });

  it('loses the shadow below it, and keeps its own edge elsewhere', async () => {
    const file = join(home, 'disc-on-shadow.png');
    const shadow =
      '<ellipse cx="500" cy="700" rx="280" ry="60" opacity="0.5" filter="url(#soft)"/>';
    await discWithAlpha(file, shadow);
    const made = await finishOne(file, preset);
    const { data, width, height } = await storedPixels(made.file);
    const alphaAt = (x: number, y: number) => data[(y * width + x) * 4 + 3];
    expect(width).toBe(500);
    expect(alphaAt(60, height - 12)).toBe(0);
    expect(alphaAt(width / 2, 1)).toBe(255);
  });
});
