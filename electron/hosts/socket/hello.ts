import * as v from 'valibot';
import type { Problem } from '#shared/problem.ts';
import { holderKinds, type Holder } from '#shared/views/command-line.ts';

const text = v.pipe(v.string(), v.maxLength(5000));

/** The first frame that a command sends. */
export const hello = v.strictObject({
  kind: v.literal('hello'),
  secret: text,
  version: text,
});
export type Hello = v.InferOutput<typeof hello>;

/** The first answer to a command that has sent the right secret. */
export type Greeting =
  | { readonly kind: 'welcome'; readonly holder: Holder }
  | { readonly kind: 'refused'; readonly problem: Problem };

export const greeting = v.variant('kind', [
  v.object({
    kind: v.literal('welcome'),
    holder: v.object({
      kind: v.picklist(holderKinds),
      pid: v.number(),
      version: text,
      since: text,
      dataFolder: text,
      serviceUrl: v.nullable(text),
    }),
  }),
  v.object({
    kind: v.literal('refused'),
    // Not checked further, because Darkslide itself created it.
    problem: v.custom<Problem>((problem) => typeof problem === 'object' && problem !== null),
  }),
]);
