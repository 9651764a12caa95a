import * as v from 'valibot';
import { shown } from '../agents/values.ts';
import { failure, problemOf } from '../page-failure.ts';
import { isObject } from '../json.ts';
import { checkTemplate } from '../naming.ts';
import { isPresetName } from './preset-name.ts';
import { failures, success, type Outcome, type Problem } from '../problem.ts';

/** Maximum px of a canvas's sides. */
export const longestCanvas = 20_000;
/** Maximum px of a WebP file's sides, which the format itself limits. */
export const longestWebp = 16_383;
const outputsAtMost = 12;

const text = v.string('text');
const flag = v.boolean('boolean');
const oneOf = <const T extends readonly string[]>(...values: T) =>
  v.picklist(values, `choice ${values.join('|')}`);
const between = (least: number, most: number) => {
  const message = `range ${least} ${most}`;
  return v.pipe(v.number(message), v.minValue(least, message), v.maxValue(most, message));
};
const whole = (least: number, most: number) => {
  const message = `whole ${least} ${most}`;
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
  );
};

const canvas = v.strictObject({
  /** Ratio of width to height, such as `4:5`; null keeps the photo's aspect ratio. */
  aspect: v.nullable(v.pipe(text, v.regex(/^[1-9]\d{0,3}:[1-9]\d{0,3}$/, 'aspect'))),
  colour: v.union([v.literal('transparent'), v.pipe(text, v.regex(/^#[0-9a-f]{6}$/i))], 'colour'),
});

const subject = v.strictObject({
  /** Fraction of the canvas's width or height that the subject fills, whichever it reaches first. */
  fill: between(0.05, 1),
  /** Empty border around the subject, as a fraction of the canvas's shorter side. */
  margin: v.optional(between(0, 0.4), 0),
  align: v.optional(oneOf('centre', 'ground'), 'centre'),
  /** Height of the ground line above the lower edge, as a fraction of the canvas's height. */
  ground: v.optional(between(0, 0.5), 0.1),
});

const output = v.pipe(
  v.strictObject({
    /** Naming template with `/` for subfolders, see naming.ts; `{recipe}` stands for the preset's name. */
    name: v.optional(text, '{name}_{recipe}'),
    format: oneOf('jpeg', 'png', 'webp'),
    /** px of the canvas's long side; null keeps the photo's scale. */
    longSide: v.optional(v.nullable(whole(16, longestCanvas)), null),
    /** Whether to enlarge a photo that is too small for `longSide`. */
    enlarge: v.optional(flag, false),
    /** Highest quality of lossy compression. */
    quality: v.optional(whole(1, 100), 90),
    /** Maximum bytes of the file, for which the quality is lowered if necessary; null if there is no limit. */
    maxBytes: v.optional(v.nullable(whole(1000, 1_000_000_000)), null),
    /** `keep` embeds the photo's own profile. */
    profile: v.optional(oneOf('srgb', 'adobe-rgb', 'keep'), 'srgb'),
    /** Bits per channel; 16 only applies to a photo with 16 bits. */
    depth: v.optional(v.picklist([8, 16], 'choice 8|16'), 8),
    sharpen: v.optional(flag, true),
  }),
  v.forward(
    v.check(({ format, depth }) => depth === 8 || format === 'png', 'depth'),
    ['depth'],
  ),
  v.forward(
    v.check(({ format, maxBytes }) => maxBytes === null || format !== 'png', 'bytes'),
    ['maxBytes'],
  ),
  v.forward(
    v.check(
      ({ format, longSide }) => format !== 'webp' || (longSide ?? 0) <= longestWebp,
      `webp ${longestWebp}`,
    ),
    ['longSide'],
  ),
);

const schema = v.strictObject({
  format: v.optional(v.literal(1, 'format'), 1),
  name: v.pipe(text, v.check(isPresetName, 'name')),
  canvas,
  subject,
  /** `drop` removes everything outside the subject's outline. */
  shadow: v.optional(oneOf('keep', 'drop'), 'keep'),
  outputs: v.pipe(
    v.array(output, 'list'),
    v.minLength(1, `outputs ${outputsAtMost}`),
    v.maxLength(outputsAtMost, `outputs ${outputsAtMost}`),
  ),
});

/** How files for a shop are made from a photo: canvas, position of the subject, shadow, and the files to write. */
export type FinishPreset = Readonly<v.InferOutput<typeof schema>>;
export type FinishOutput = FinishPreset['outputs'][number];

/** File extensions of the formats, with the dot. */
export const finishExtensions = { jpeg: '.jpg', png: '.png', webp: '.webp' } as const;

/** The schemas for presets that have already been parsed, for messages between processes. */
export { output as finishOutputSchema, schema as finishPresetSchema };

/**
 * Parses a preset from the JSON of a file; reports all problems, each with its field. Problems:
 * finish-preset-invalid, those of the names' templates.
 */
export function parseFinishPreset(json: unknown): Outcome<FinishPreset> {
  if (!isObject(json)) return failure('finish-preset-invalid.object');
  const parsed = v.safeParse(schema, json);
  const problems = parsed.success
    ? [...templateProblems(parsed.output), ...alphaProblems(parsed.output)]
    : parsed.issues.map(fieldProblem);
  return parsed.success && problems.length === 0 ? success(parsed.output) : failures(problems);
}

function templateProblems({ outputs }: FinishPreset): Problem[] {
  return outputs.flatMap(({ name }, at) =>
    checkTemplate(name).map((problem) => ({ ...problem, parameter: `outputs.${at}.name` })),
  );
}

function alphaProblems({ canvas: { colour }, outputs }: FinishPreset): Problem[] {
  return colour === 'transparent' && outputs.some(({ format }) => format === 'jpeg')
    ? [problemOf('finish-preset-invalid.transparent', {}, { parameter: 'canvas.colour' })]
    : [];
}

function fieldProblem(issue: v.BaseIssue<unknown>): Problem {
  const field = v.getDotPath(issue) ?? '';
  const at = { parameter: field };
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return problemOf('finish-preset-invalid.unknown', { field }, at);
  }
  if (issue.input === undefined) {
    return problemOf('finish-preset-invalid.missing', { field }, at);
  }
  const [why = '', first = '', second = ''] = issue.message.split(' ');
  const value = shown(issue.input);
  return problemOf(
    'finish-preset-invalid',
    { field, why, first, second, value },
    { ...at, about: value },
  );
}

/** Returns the text of a preset's file, which `parseFinishPreset` reads into an equal preset. */
export function exportFinishPreset(preset: FinishPreset): string {
  return `${JSON.stringify(preset, null, 2)}\n`;
}
