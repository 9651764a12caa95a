/** Rows of interleaved samples: RGB, or RGB and alpha. */
interface Samples {
  readonly data: Uint8Array;
  readonly channels: 3 | 4;
}

/**
 * Returns the photo over the result, weighted by `weights` (0 to 255 per pixel): the photo's own values
 * at 255, the result's at 0. Where the photo itself is transparent, the result shows. The output has as
 * many channels as the result.
 */
export function blend(photo: Samples, result: Samples, weights: Uint8Array): Uint8Array {
  const { channels } = result;
  const blended = new Uint8Array(weights.length * channels);
  let from = 0;
  let to = 0;
  for (let pixel = 0; pixel < weights.length; pixel += 1) {
    const own = photo.channels === 4 ? opacityAt(photo, from) : 1;
    const share = ((weights[pixel] ?? 0) / 255) * own;
    const below = (channels === 4 ? opacityAt(result, to) : 1) * (1 - share);
    const whole = share + below;
    for (let colour = 0; colour < 3; colour += 1) {
      const over = photo.data[from + colour] ?? 0;
      const under = result.data[to + colour] ?? 0;
      blended[to + colour] =
        whole === 0 ? under : Math.round((over * share + under * below) / whole);
    }
    if (channels === 4) blended[to + 3] = Math.round(whole * 255);
    from += photo.channels;
    to += channels;
  }
  return blended;
}

function opacityAt({ data }: Samples, at: number): number {
  return (data[at + 3] ?? 0) / 255;
}
