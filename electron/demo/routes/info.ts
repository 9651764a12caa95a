/** The info operation, "Agent information". */
import { findAgent } from '#shared/agents/index.ts';
import type { InfoList } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import type { Backstage } from '../backstage.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { listOwned } from '../owned.ts';
import { dimensions, templatesOf, thumbnailPath } from '../templates.ts';
import type { FigureEntry, SceneEntry } from '../templates.ts';
import type { Route } from './route.ts';

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

function positive(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function askedPage(query: URLSearchParams): Reply<Page> {
  const page = positive(query, 'page', infoPage.page);
  const pageSize = positive(query, 'pageSize', infoPage.pageSize);
  if (page === undefined) return refuse('page must be a positive integer.');
  if (pageSize === undefined || pageSize > infoPage.pageSizeMax) {
    return refuse(`pageSize must be a positive integer, at most ${infoPage.pageSizeMax}.`);
  }
  return grant({ page, pageSize });
}

export function infoRoutes(stage: Backstage): Route[] {
  const address = (look: Parameters<typeof thumbnailPath>[0]) =>
    stage.pictures.address(thumbnailPath(look));

  function scene({ look, ...entry }: SceneEntry) {
    return { ...entry, image: address(look), type: 'AI' };
  }

  function figure({ look, ...entry }: FigureEntry) {
    return { ...entry, image: address(look), type: 'AI' };
  }

  /** Own ones follow the service's, so that a new one never shifts a page. */
  function ownScenes() {
    return listOwned(stage, 'scene').map(({ id, name, images, status }) => ({
      id,
      name,
      image: images[0] ?? '',
      categories: ['Yours'],
      tags: [],
      type: 'Yours',
      status,
    }));
  }

  function ownModels() {
    return listOwned(stage, 'model').map(({ id, name, images, status }) => ({
      id,
      name,
      image: images[0] ?? '',
      profile: {},
      tags: [],
      type: 'Yours',
      status,
    }));
  }

  /** The whole list of one agent, in the agent's own form. */
  function listed(agentName: string, agentVersion: string, list: InfoList): readonly object[] {
    const templates = templatesOf(agentName, agentVersion);
    const locations = templates.locations ?? [];
    const models = templates.fashionModels ?? [];
    if (list === 'dimensions') return dimensions;
    if (list === 'tags') return templates.tags ?? [];
    if (list === 'backgrounds') return (templates.backgrounds ?? []).map(plainScene);
    if (agentName === 'mannequin') {
      return list === 'locations'
        ? locations.map(plainScene)
        : models.map(({ id, look }) => ({ id, image: address(look) }));
    }
    const own = agentName === 'aimodel';
    return list === 'locations'
      ? [...locations.map(scene), ...(own ? ownScenes() : [])]
      : [...models.map(figure), ...(own ? ownModels() : [])];
  }

  function plainScene({ id, name, look }: SceneEntry) {
    return { id, image: address(look), name };
  }

  function info(query: URLSearchParams): Reply {
    const name = query.get('agentName') ?? '';
    const version = query.get('agentVersion') ?? '';
    if (name === '' || version === '') return refuse('agentName and agentVersion are required.');
    const found = findAgent(name, version);
    if (!found.ok) return refuse(found.problem.message, 4042);
    const shape = found.value.info;
    if (shape === null) return refuse(`${name} ${version} has no lists.`, 4043);
    const paging = askedPage(query);
    if (!paging.ok) return paging;
    const resource = query.get('resourceType');
    const lists = shape.resourceType && resource !== null ? [resource] : shape.lists;
    const unknown = lists.find((list) => !shape.lists.some((one) => one === list));
    if (unknown !== undefined) return refuse('resourceType must be locations or fashionModels.');
    return grant(
      answer(name, version, lists as InfoList[], shape.paged ? paging.value : undefined),
    );
  }

  function answer(name: string, version: string, lists: InfoList[], paging: Page | undefined) {
    const data: Record<string, unknown> = { agentVersion: version };
    if (paging === undefined) {
      for (const list of lists) data[list] = listed(name, version, list);
      return data;
    }
    const pagination: Record<string, unknown> = { ...paging };
    const start = (paging.page - 1) * paging.pageSize;
    const end = start + paging.pageSize;
    for (const list of lists) {
      const whole = listed(name, version, list);
      data[list] = whole.slice(start, end);
      pagination[list] = { total: whole.length, isLastPage: end >= whole.length };
    }
    return { ...data, pagination };
  }

  return [
    {
      method: 'GET',
      path: '/agent/info',
      operation: 'info',
      body: 'none',
      handle: ({ query }) => info(query),
    },
  ];
}
