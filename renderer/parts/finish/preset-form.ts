import { parseFinishPreset, type FinishOutput, type FinishPreset } from '#shared/finish/preset.ts';
import { problemsIn } from '#shared/problem.ts';

/** A file of a preset, as typed. */
export interface OutputForm extends Pick<
  FinishOutput,
  'name' | 'format' | 'enlarge' | 'profile' | 'sharpen'
> {
  /** Long side in px; '' keeps the photo's scale. */
  longSide: string;
  quality: string;
  /** Maximum size in kB; '' for no limit. */
  kilobytes: string;
  depth: '8' | '16';
}

/** The typed values of a preset. Shares are in per cent. */
export interface PresetForm {
  name: string;
  /** '' keeps the photo's aspect ratio. */
  aspect: string;
  isTransparent: boolean;
  colour: string;
  fill: string;
  margin: string;
  align: FinishPreset['subject']['align'];
  ground: string;
  shadow: FinishPreset['shadow'];
  outputs: OutputForm[];
}

export function presetFormOf({ name, canvas, subject, shadow, outputs }: FinishPreset): PresetForm {
  const isTransparent = canvas.colour === 'transparent';
  return {
    name,
    aspect: canvas.aspect ?? '',
    isTransparent,
    colour: isTransparent ? '#ffffff' : canvas.colour,
    fill: percentText(subject.fill),
    margin: percentText(subject.margin),
    align: subject.align,
    ground: percentText(subject.ground),
    shadow,
    outputs: outputs.map(({ longSide, quality, maxBytes, depth, ...output }) => ({
      ...output,
      longSide: longSide === null ? '' : String(longSide),
      quality: String(quality),
      kilobytes: maxBytes === null ? '' : String(maxBytes / 1000),
      depth: depth === 16 ? '16' : '8',
    })),
  };
}

/** Returns the preset in a form, or the names of the invalid fields, such as `outputs.0.quality`. */
export function readPresetForm(
  form: PresetForm,
): { readonly preset: FinishPreset } | { readonly wrong: ReadonlySet<string> } {
  const parsed = parseFinishPreset({
    name: form.name.trim(),
    canvas: {
      aspect: form.aspect.trim() === '' ? null : form.aspect.trim(),
      colour: form.isTransparent ? 'transparent' : form.colour.trim(),
    },
    subject: {
      fill: share(form.fill),
      margin: share(form.margin),
      align: form.align,
      // an invalid value in a hidden field is ignored
      ...(form.align === 'ground' ? { ground: share(form.ground) } : {}),
    },
    shadow: form.shadow,
    outputs: form.outputs.map((output) => ({
      name: output.name,
      format: output.format,
      longSide: numberOrNull(output.longSide),
      enlarge: output.enlarge,
      ...(output.format === 'png' ? {} : { quality: numberOrNull(output.quality) }),
      maxBytes: output.format === 'png' ? null : bytesOf(output.kilobytes),
      profile: output.profile,
      depth: output.format === 'png' ? Number(output.depth) : 8,
      sharpen: output.sharpen,
    })),
  });
  if (parsed.ok) return { preset: parsed.value };
  return { wrong: new Set(problemsIn(parsed).map(({ parameter = '' }) => parameter)) };
}

/** Returns `name` with a number, so that the name differs from the names of all presets. */
export function freeName(name: string, taken: readonly string[]): string {
  // a name that ends with a hyphen after the cut would get two in a row, which no name may have
  const begin = name.slice(0, 50).replace(/-$/, '');
  for (let n = 2; ; n += 1) {
    const next = `${begin}-${n}`;
    if (!taken.includes(next)) return next;
  }
}

function percentText(value: number): string {
  return String(Math.round(value * 1000) / 10);
}

function share(percent: string): number | null {
  const value = numberOrNull(percent);
  return value === null ? null : value / 100;
}

function bytesOf(kilobytes: string): number | null {
  const value = numberOrNull(kilobytes);
  return value === null ? null : Math.round(value * 1000);
}

/** Parses a number; null for empty text. Text that is not a number becomes NaN, which no field accepts. */
function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text.replace(',', '.'));
}
