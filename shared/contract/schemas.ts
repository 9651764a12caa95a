import * as v from 'valibot';
import { isWebAddress } from '../agents/values.ts';
import { templateOwners } from '../service.ts';

/** Longest text a form takes. */
const LONGEST = 10_000;
/** Rows of one page; a screen shows fewer. */
export const PAGE = 500;

export const text = v.pipe(v.string(), v.maxLength(LONGEST));
/** No system has a file with a zero byte in its name. */
export const filePath = v.pipe(
  text,
  v.check((path) => !path.includes('\0'), 'the path of a file'),
);
/** Of http or https. */
export const webAddress = v.pipe(text, v.check(isWebAddress, 'a web address'));
export const id = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** Jobs or results named one by one in one request; more are named by their filter. */
export const MOST_IDS = 5000;
export const ids = v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST_IDS));
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const one = v.strictObject({ id });
/** Nothing is asked for by name. */
export const none = v.strictObject({});
export const between = (least: number, most: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));

export const templateId = v.pipe(v.number(), v.safeInteger());
/** See `TemplateFilter`. */
export const templateFilter = v.strictObject({
  /** Words of the name, of categories, tags and what is said of it, or its id; all of them. */
  text: v.optional(text),
  /** At least one of these. */
  tagIds: v.optional(v.pipe(v.array(templateId), v.maxLength(PAGE), v.readonly())),
  category: v.optional(text),
  owner: v.optional(v.picklist(templateOwners)),
});
