import * as v from 'valibot';
import { infoPage } from '#shared/limits.ts';
import type { AgentInfo, PreparationStatus, TemplateOwner } from '#shared/service.ts';
import { intId, listOf, object, oneOf, plain, reader, someText } from './wire.ts';

const owner = oneOf(['AI', 'Yours']);
export const preparation: (words: unknown) => PreparationStatus = oneOf([
  'prepare',
  'complete',
  'failed',
]);

const tag = object({ id: intId, name: someText });
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

const location = object({ ...shown, ...owned, categories: v.optional(listOf(plain), []) });

const word = v.exactOptional(plain);
const profile = object({ nationality: word, style: word, priceDescription: word });
const fashionModel = object({
  ...shown,
  ...owned,
  profile: v.optional(v.fallback(profile, {}), {}),
});

const dimension = object({ name: someText, width: intId, height: intId });

/** A page without `isLastPage` is the last page, so that reading all pages always ends. */
const pageOf = object({
  total: v.optional(v.fallback(v.nullable(intId), null), null),
  isLastPage: v.optional(v.fallback(v.boolean(), true), true),
});
const unknownPage = { total: null, isLastPage: true };
const pagination = object({
  page: v.optional(v.fallback(intId, 1), 1),
  pageSize: v.optional(v.fallback(intId, infoPage.pageSize), infoPage.pageSize),
  locations: v.exactOptional(v.fallback(pageOf, unknownPage)),
  fashionModels: v.exactOptional(v.fallback(pageOf, unknownPage)),
});

/** The lists of an agent (interface: "Agent information"). */
const agentInfo = object({
  agentVersion: someText,
  locations: v.exactOptional(listOf(location)),
  fashionModels: v.exactOptional(listOf(fashionModel)),
  dimensions: v.exactOptional(listOf(dimension)),
  backgrounds: v.exactOptional(listOf(object(shown))),
  tags: v.exactOptional(listOf(tag)),
  pagination: v.exactOptional(v.fallback(pagination, v.parse(pagination, {}))),
});

export const readInfo = reader<AgentInfo>(agentInfo);
