/** The info operation (interface: "Agent information"). */
import { findAgent } from '#shared/agents/index.ts';
import type { InfoList } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import type { DemoContext } from '../context.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { listPages, wholeLists } from '../info-lists.ts';
import type { Page } from '../info-lists.ts';
import { get } from './route.ts';
import type { Route } from './route.ts';

function positive(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function pageOf(query: URLSearchParams): Reply<Page> {
  const page = positive(query, 'page', infoPage.page);
  const pageSize = positive(query, 'pageSize', infoPage.pageSize);
  if (page === undefined) return refuse('page must be a positive integer.');
  if (pageSize === undefined || pageSize > infoPage.pageSizeMax) {
    return refuse(`pageSize must be a positive integer, at most ${infoPage.pageSizeMax}.`);
  }
  return grant({ page, pageSize });
}

function info(demo: DemoContext, query: URLSearchParams, lagMs: number | undefined): Reply {
  const name = query.get('agentName') ?? '';
  const version = query.get('agentVersion') ?? '';
  if (name === '' || version === '') return refuse('agentName and agentVersion are required.');
  const found = findAgent(name, version);
  if (!found.ok) return refuse(found.problem.message, 4042);
  const shape = found.value.info;
  if (shape === null) return refuse(`${name} ${version} has no lists.`, 4043);
  const paging = pageOf(query);
  if (!paging.ok) return paging;
  const resource = query.get('resourceType');
  const lists = shape.resourceType && resource !== null ? [resource] : shape.lists;
  const unknown = lists.find((list) => !shape.lists.some((one) => one === list));
  if (unknown !== undefined) return refuse('resourceType must be locations or fashionModels.');
  const asked = { name, version, lists: lists as InfoList[] };
  return grant(shape.paged ? listPages(demo, asked, paging.value, lagMs) : wholeLists(demo, asked));
}

export function infoRoutes(demo: DemoContext): Route[] {
  return [get('info', '/agent/info', ({ query, view }) => info(demo, query, view.lagMs))];
}
