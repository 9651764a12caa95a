import * as v from 'valibot';
import { isWebAddress } from '../agents/values.ts';
import { templateOwners } from '../service.ts';

/** Maximum characters of a text in a form. */
const LONGEST = 10_000;
/** Maximum rows per page; a screen shows fewer. */
export const PAGE = 500;

export const text = v.pipe(v.string(), v.maxLength(LONGEST));
/** A path; file names on every system contain no zero byte. */
export const filePath = v.pipe(
  text,
  v.check((path) => !path.includes('\0'), 'the path of a file'),
);
/** A URL with http or https. */
export const webAddress = v.pipe(text, v.check(isWebAddress, 'a web address'));
/** Maximum characters of a client's name. */
export const LONGEST_CLIENT = 100;
/** Name of a client; empty if there is none. */
export const clientName = v.pipe(v.string(), v.trim(), v.maxLength(LONGEST_CLIENT));
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Maximum number of jobs or results listed in one request; for more, the request contains a filter. */
export const MOST_IDS = 5000;
export const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST_IDS));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const one = v.strictObject({ id });
/** No input. */
export const none = v.strictObject({});
export const between = (least: number, most: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

export const templateId = v.pipe(v.number(), v.safeInteger());
/** See `TemplateFilter`. */
export const templateFilter = v.strictObject({
  /** Words in the name, categories, tags and description, or the ID; all must match. */
  text: v.optional(text),
  /** Templates must have at least one of these tags. */
  tagIds: v.optional(v.pipe(v.array(templateId), v.maxLength(PAGE), v.readonly())),
  category: v.optional(text),
  owner: v.optional(v.picklist(templateOwners)),
});
