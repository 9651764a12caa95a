import * as v from 'valibot';
import type { AgentInfo, PreparationStatus, TemplateOwner } from '#shared/service.ts';
import { intId, listOf, oneOf, reader, someText } from './wire.ts';

const owner = oneOf(['AI', 'Yours']);
export const preparation: (words: unknown) => PreparationStatus = oneOf([
  'prepare',
  'complete',
  'failed',
]);

const tag = v.object({ id: intId, name: someText });
const shown = { id: intId, image: someText, name: someText };
const owned = {
  tags: v.optional(listOf(tag), []),
  type: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((words): TemplateOwner => (owner(words) === 'Yours' ? 'Yours' : 'AI')),
    ),
    null,
  ),
  status: v.optional(
    v.pipe(
      v.unknown(),
      v.transform((words) => (words === null || words === '' ? null : preparation(words))),
    ),
    null,
  ),
};

const location = v.object({ ...shown, ...owned, categories: v.optional(listOf(v.string()), []) });

const word = v.exactOptional(v.string());
const profile = v.object({ nationality: word, style: word, priceDescription: word });
const fashionModel = v.object({
  ...shown,
  ...owned,
  profile: v.optional(v.fallback(profile, {}), {}),
});

const dimension = v.object({ name: someText, width: intId, height: intId });

/** Without a flag the page counts as the last, so that nobody pages for ever. */
const pageOf = v.object({
  total: intId,
  isLastPage: v.optional(v.fallback(v.boolean(), true), true),
});
const pagination = v.object({
  page: intId,
  pageSize: intId,
  locations: v.exactOptional(pageOf),
  fashionModels: v.exactOptional(pageOf),
});

/** "Agent information". */
const agentInfo = v.object({
  agentVersion: someText,
  locations: v.exactOptional(listOf(location)),
  fashionModels: v.exactOptional(listOf(fashionModel)),
  dimensions: v.exactOptional(listOf(dimension)),
  backgrounds: v.exactOptional(listOf(v.object(shown))),
  tags: v.exactOptional(listOf(tag)),
  pagination: v.exactOptional(pagination),
});

export const readInfo = reader<AgentInfo>(agentInfo);
