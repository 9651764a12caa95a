import type { FinishOutput, FinishPreset } from '#shared/finish/preset.ts';
import type { PresetCard } from '#shared/views/finish.ts';
import { facts } from '../../texts/lists.ts';
import { bytes, percent } from '../../texts/numbers.ts';
import { t } from '../../texts/texts.svelte.ts';

/** Names of the file formats, the same in every language. */
export const formatNames = { jpeg: 'JPEG', png: 'PNG', webp: 'WebP' } as const;

/** Returns the title of a preset on screen. */
export function presetTitle({ preset, shipped }: PresetCard): string {
  return shipped === null ? preset.name : t(`finish.title.${shipped.title}`);
}

/** Returns a summary of what a preset produces: "Square, JPEG 2,000 px, white, subject 87%, no shadow". */
export function whatItMakes({ canvas, subject, shadow, outputs }: FinishPreset): string {
  return facts([
    shapeText(canvas.aspect),
    ...outputs.map(outputText),
    colourText(canvas.colour),
    t('finish.subject', { share: percent(subject.fill) }),
    ...(shadow === 'drop' ? [t('finish.noShadow')] : []),
  ]);
}

/** Returns a summary of one file of a preset: "WebP 1,600 px, at most 200 kB". */
export function outputText({ format, longSide, maxBytes }: FinishOutput): string {
  const name = formatNames[format];
  const file =
    longSide === null
      ? t('finish.sizeOwn', { format: name })
      : t('finish.size', { format: name, longSide });
  return maxBytes === null ? file : t('finish.sizeAtMost', { file, size: bytes(maxBytes) });
}

function shapeText(aspect: string | null): string {
  if (aspect === null) return t('finish.shape.own');
  const [width, height] = aspect.split(':');
  return width === height ? t('finish.shape.square') : aspect;
}

function colourText(colour: string): string {
  if (colour === 'transparent') return t('finish.transparent');
  if (/^#f{6}$/iu.test(colour)) return t('finish.white');
  return /^#0{6}$/u.test(colour) ? t('finish.black') : colour;
}
