/** Returns the lists of the info operation in the service's format (interface: "Agent information"). */
import type { InfoList } from '#shared/agents/index.ts';
import type { DemoContext } from './context.ts';
import { countCustomModels, listCustomModels } from './custom-models.ts';
import type { CustomModel } from './custom-models.ts';
import { dimensions, templatesOf, thumbnailPath } from './templates.ts';
import type { FigureEntry, SceneEntry } from './templates.ts';
import type { CustomKind } from './store.ts';

/** A page number, counted from 1, and the page's size. */
export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** A range of entries, counted from 0; `to` is exclusive. */
interface Part {
  readonly from: number;
  readonly to: number;
}

interface ListPage {
  readonly entries: readonly object[];
  /** Number of entries, over all pages. */
  readonly total: number;
}

/** A request for lists of one agent. */
export interface ListRequest {
  readonly name: string;
  readonly version: string;
  readonly lists: readonly InfoList[];
}

/** The lists of aimodel that include custom models or scenes. */
const customKinds: Readonly<Partial<Record<InfoList, CustomKind>>> = {
  locations: 'scene',
  fashionModels: 'model',
};

/** Returns a custom model or scene as a list entry (interface: "Location", "FashionModel"). */
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

function addressOf({ pictures }: DemoContext, look: Parameters<typeof thumbnailPath>[0]): string {
  return pictures.address(thumbnailPath(look));
}

/** Returns an entry with all fields, in the format of aimodel. */
function wholeEntry(demo: DemoContext, { look, ...entry }: SceneEntry | FigureEntry) {
  return { ...entry, image: addressOf(demo, look), type: 'AI' };
}

function plainScene(demo: DemoContext, { id, name, look }: SceneEntry) {
  return { id, image: addressOf(demo, look), name };
}

/** Returns the template list of an agent, in that agent's format. */
function templateList(
  demo: DemoContext,
  { name, version }: ListRequest,
  list: InfoList,
): readonly object[] {
  const templates = templatesOf(name, version);
  const locations = templates.locations ?? [];
  const models = templates.fashionModels ?? [];
  const plain = (scene: SceneEntry) => plainScene(demo, scene);
  if (list === 'dimensions') return dimensions;
  if (list === 'tags') return templates.tags ?? [];
  if (list === 'backgrounds') return (templates.backgrounds ?? []).map(plain);
  if (name === 'mannequin') {
    return list === 'locations'
      ? locations.map(plain)
      : models.map(({ id, look }) => ({ id, image: addressOf(demo, look) }));
  }
  return (list === 'locations' ? locations : models).map((entry) => wholeEntry(demo, entry));
}

/**
 * Returns a page of an aimodel list. Custom entries come last, so that a new entry doesn't shift
 * the other entries.
 */
function withCustom(
  demo: DemoContext,
  templates: readonly object[],
  kind: CustomKind,
  page: Part,
  lagMs = 0,
): ListPage {
  const before = templates.length;
  const [from, to] = [Math.max(0, page.from - before), Math.max(0, page.to - before)];
  const models = listCustomModels(demo, kind, { from, to, lagMs });
  return {
    entries: [...templates.slice(page.from, page.to), ...models.map(customEntry[kind])],
    total: before + countCustomModels(demo, kind, lagMs),
  };
}

/** Returns the payload of an agent whose lists are not paged. */
export function wholeLists(demo: DemoContext, request: ListRequest): object {
  const data: Record<string, unknown> = { agentVersion: request.version };
  for (const list of request.lists) data[list] = templateList(demo, request, list);
  return data;
}

/**
 * Returns the payload of one page of lists. If a fault delays the lists, omits custom models and
 * scenes younger than `lagMs`.
 */
export function listPages(
  demo: DemoContext,
  request: ListRequest,
  paging: Page,
  lagMs?: number,
): object {
  const data: Record<string, unknown> = { agentVersion: request.version };
  const pagination: Record<string, unknown> = { ...paging };
  const from = (paging.page - 1) * paging.pageSize;
  const part = { from, to: from + paging.pageSize };
  for (const list of request.lists) {
    const templates = templateList(demo, request, list);
    const kind = request.name === 'aimodel' ? customKinds[list] : undefined;
    const { entries, total } =
      kind === undefined
        ? { entries: templates.slice(part.from, part.to), total: templates.length }
        : withCustom(demo, templates, kind, part, lagMs);
    data[list] = entries;
    pagination[list] = { total, isLastPage: part.to >= total };
  }
  return { ...data, pagination };
}
