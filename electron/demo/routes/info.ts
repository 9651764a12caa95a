/** The info operation, "Agent information". */
import { findAgent } from '#shared/agents/index.ts';
import type { InfoList } from '#shared/agents/index.ts';
import { infoPage } from '#shared/limits.ts';
import type { DemoContext } from '../context.ts';
import { grant, refuse } from '../envelope.ts';
import type { Reply } from '../envelope.ts';
import { countCustomModels, listCustomModels } from '../custom-models.ts';
import type { CustomModel } from '../custom-models.ts';
import { dimensions, templatesOf, thumbnailPath } from '../templates.ts';
import type { FigureEntry, SceneEntry } from '../templates.ts';
import type { CustomKind } from '../store.ts';
import { get } from './route.ts';
import type { Route } from './route.ts';

interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** From one entry, counted from 0, up to another. */
interface Part {
  readonly from: number;
  readonly to: number;
}

interface ListPage {
  readonly entries: readonly object[];
  /** In all pages. */
  readonly total: number;
}

interface ListRequest {
  readonly name: string;
  readonly version: string;
  readonly lists: readonly InfoList[];
}

/** Which of aimodel's lists hold custom ones. */
const customKinds: Readonly<Partial<Record<InfoList, CustomKind>>> = {
  locations: 'scene',
  fashionModels: 'model',
};

/** An own one as its list has it, "Location" and "FashionModel". */
const customEntry: Readonly<Record<CustomKind, (model: CustomModel) => object>> = {
  scene: ({ id, name, images, status }) => {
    const image = images[0] ?? '';
    return { id, name, image, categories: ['Yours'], tags: [], type: 'Yours', status };
  },
  model: ({ id, name, images, status }) => {
    const image = images[0] ?? '';
    return { id, name, image, profile: {}, tags: [], type: 'Yours', status };
  },
};

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

export function infoRoutes(demo: DemoContext): Route[] {
  const address = (look: Parameters<typeof thumbnailPath>[0]) =>
    demo.pictures.address(thumbnailPath(look));

  function scene({ look, ...entry }: SceneEntry) {
    return { ...entry, image: address(look), type: 'AI' };
  }

  function figure({ look, ...entry }: FigureEntry) {
    return { ...entry, image: address(look), type: 'AI' };
  }

  /** A page of aimodel's lists: custom ones follow the service's, so that a new one shifts no page. */
  function withCustom(
    templates: readonly object[],
    kind: CustomKind,
    page: Part,
    lagMs?: number,
  ): ListPage {
    const before = templates.length;
    const [from, to] = [Math.max(0, page.from - before), Math.max(0, page.to - before)];
    const model = listCustomModels(demo, kind, {
      from,
      to,
      ...(lagMs === undefined ? {} : { lagMs }),
    });
    return {
      entries: [...templates.slice(page.from, page.to), ...model.map(customEntry[kind])],
      total: before + countCustomModels(demo, kind, lagMs),
    };
  }

  /** The service's whole list of one agent, in the agent's own form. */
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
    return list === 'locations' ? locations.map(scene) : models.map(figure);
  }

  function plainScene({ id, name, look }: SceneEntry) {
    return { id, image: address(look), name };
  }

  function info(query: URLSearchParams, lagMs: number | undefined): Reply {
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
    return grant(shape.paged ? pages(asked, paging.value, lagMs) : wholeLists(asked));
  }

  function wholeLists({ name, version, lists }: ListRequest) {
    const data: Record<string, unknown> = { agentVersion: version };
    for (const list of lists) data[list] = listed(name, version, list);
    return data;
  }

  function pages({ name, version, lists }: ListRequest, paging: Page, lagMs: number | undefined) {
    const data: Record<string, unknown> = { agentVersion: version };
    const pagination: Record<string, unknown> = { ...paging };
    const from = (paging.page - 1) * paging.pageSize;
    const part = { from, to: from + paging.pageSize };
    for (const list of lists) {
      const templates = listed(name, version, list);
      const kind = name === 'aimodel' ? customKinds[list] : undefined;
      const { entries, total } =
        kind === undefined
          ? { entries: templates.slice(part.from, part.to), total: templates.length }
          : withCustom(templates, kind, part, lagMs);
      data[list] = entries;
      pagination[list] = { total, isLastPage: part.to >= total };
    }
    return { ...data, pagination };
  }

  return [get('info', '/agent/info', ({ query, view }) => info(query, view.lagMs))];
}
