import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AgentVersion, InfoList } from '#shared/agents/index.ts';
import { failure } from '#shared/failure.ts';
import { success, type Outcome, type Problem } from '#shared/problem.ts';
import type {
  NamedTemplates,
  PictureList,
  TemplateFilter,
  TemplateListState,
  TemplatePage,
} from '#shared/views/templates.ts';
import type { Clock } from '../../base/clock.ts';
import type { KeptFiles } from '../../adapters/images/kept-files.ts';
import type { Images } from '../../adapters/images/types.ts';
import type { Service } from '../../adapters/service/types.ts';
import type { Downloads } from '../../adapters/network/downloads.ts';
import type { Network } from '../../adapters/network/network.ts';
import { movable } from './list-file.ts';
import { listsTogether, type TemplateList } from './listing.ts';
import { createPictures } from './pictures.ts';
import { cardOf, filtered, SearchableLists } from './query.ts';
import { ListCache, type ListState } from './list-cache.ts';

export interface TemplateParts {
  readonly service: Pick<Service, 'info'>;
  readonly serviceUrl: string;
  readonly isDemo: boolean;
  readonly images: Pick<Images, 'thumbnail'>;
  /** The cache of thumbnails. */
  readonly files: Pick<KeptFiles, 'get'>;
  readonly network: Pick<Network, 'mode'>;
  readonly downloads: Downloads;
  /** Absolute path of the cache folder: lists and unfinished pictures. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called when the lists may have changed. */
  readonly changed: () => void;
  /** Turns a thrown error into a problem. */
  readonly mistake: (error: unknown) => Problem;
}

export interface PageRequest {
  readonly agent: AgentVersion;
  readonly list: InfoList;
  readonly filter: TemplateFilter;
  /** Additional names of entries, by id. */
  readonly called?: ReadonlyMap<number, string>;
  readonly offset: number;
  readonly limit: number;
}

/**
 * The service's lists of templates: scenes, models, backgrounds, tags and sizes, by agent and
 * version. Ids of different agents and versions are never mixed. Lists are cached on disk and
 * refreshed in the background; see `ListCache`.
 */
export interface Templates {
  /** Returns a page of a list. Problem: list-unknown for a list that the agent does not have. */
  page(request: PageRequest, signal: AbortSignal): Promise<Outcome<TemplatePage>>;
  /** Returns entries by id. Problem: list-unknown. */
  named(
    agent: AgentVersion,
    list: InfoList,
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<Outcome<NamedTemplates>>;
  /** Queries the service now; `changed` is called when pages arrive. Problem: list-unknown. */
  refresh(agent: AgentVersion, list: InfoList): Outcome<null>;
  /**
   * Returns a JPEG of a template, for a cell or for a larger view. Problems: picture-unknown if there is no such
   * template or it has no picture, and those of `TemplatePictures.get`.
   */
  picture(
    agent: AgentVersion,
    list: PictureList,
    id: number,
    size: TemplateSize,
    signal: AbortSignal,
  ): Promise<Outcome<string>>;
  close(): Promise<void>;
}

export type TemplateSize = 'small' | 'large';

/**
 * Length of the long side in px: for a cell of a picker on a display with double pixel density, and
 * for the panel next to the picker.
 */
const sizes: Readonly<Record<TemplateSize, number>> = { small: 320, large: 1024 };

export function createTemplates(parts: TemplateParts): Templates {
  const { service, clock, random, changed, mistake } = parts;
  const { origin } = new URL(parts.serviceUrl);
  // the demo service has another port each time it starts, so its cache folder has a fixed name
  const place = parts.isDemo ? 'demo' : nameOf(parts.serviceUrl);
  const stopping = new AbortController();
  const caches = new Map<string, ListCache>();
  const searchables = new SearchableLists();
  const pictures = createPictures({
    images: parts.images,
    files: parts.files,
    folder: parts.folder,
    network: parts.network,
    downloads: parts.downloads,
    clock,
    random,
  });

  const cacheOf = (agent: AgentVersion, list: InfoList): ListCache | null => {
    const lists = listsTogether(agent, list);
    if (lists.length === 0) return null;
    const all = agent.info?.lists.length ?? 0;
    const name = [agent.name, agent.version, ...(lists.length < all ? lists : [])].join(' ');
    const known = caches.get(name);
    if (known !== undefined) return known;
    const file = join(parts.folder, place, `${name}.json`);
    const cache = new ListCache({
      service,
      origin,
      clock,
      random,
      agent,
      lists,
      file,
      stopping: stopping.signal,
      isSpared: () => parts.network.mode() !== 'normal',
      changed,
      mistake,
    });
    caches.set(name, cache);
    return cache;
  };

  const searchableOf = ({ name, version }: AgentVersion, list: InfoList, rows: TemplateList) =>
    searchables.of(`${name} ${version} ${list}`, rows);

  return {
    async page({ agent, list, filter, called, offset, limit }, signal) {
      const cached = await cacheOf(agent, list)?.read(list, signal);
      if (cached === undefined) return noList(agent, list);
      const state = stateOf(cached);
      if (cached.list === undefined) return success({ ...state, ...nothing });
      const all = searchableOf(agent, list, cached.list);
      const rows = filtered(all, filter, called);
      const isFiltered = rows.length < all.rows.length;
      const { tags, categories, hasYours } = all;
      return success({
        ...state,
        // for a list that is still loading, reserve room for its reported total
        total: isFiltered || cached.list.end !== 'open' ? rows.length : cached.list.total,
        rows: rows.slice(offset, offset + limit).map(cardOf),
        tags: list === 'tags' ? all.rows.map(({ id, name }) => ({ id, name })) : tags,
        categories,
        hasYours,
      });
    },
    async named(agent, list, ids, signal) {
      const cached = await cacheOf(agent, list)?.read(list, signal);
      if (cached === undefined) return noList(agent, list);
      const known = cached.list === undefined ? null : searchableOf(agent, list, cached.list).byId;
      const cards = ids.map((id) => {
        const row = known?.get(id);
        return row === undefined ? null : cardOf(row);
      });
      return success({ ...stateOf(cached), cards });
    },
    refresh(agent, list) {
      const cache = cacheOf(agent, list);
      if (cache === null) return noList(agent, list);
      void cache.refresh();
      return success(null);
    },
    async picture(agent, list, id, size, signal) {
      const cached = await cacheOf(agent, list)?.read(list, signal);
      const row = cached?.list && searchableOf(agent, list, cached.list).byId.get(id);
      if (row === undefined || row.image === '') {
        return failure('picture-unknown.template');
      }
      const name = `template ${place} ${movable(row.image, origin)}`;
      return pictures.get(row.image, name, sizes[size], signal);
    },
    async close() {
      stopping.abort();
      await Promise.allSettled([...caches.values()].map((cache) => cache.close()));
    },
  };
}

const nothing = { total: 0, rows: [], tags: [], categories: [], hasYours: false };

function stateOf({ list, begunAt, isRefreshing, problem }: ListState): TemplateListState {
  return { isComplete: list?.end === 'whole', isRefreshing, refreshedAt: begunAt, problem };
}

function noList({ name, version }: AgentVersion, list: string): Outcome<never> {
  return failure('list-unknown', { list, name, version });
}

/** Returns a folder name for a service's address. */
function nameOf(serviceUrl: string): string {
  return createHash('sha256').update(serviceUrl).digest('hex').slice(0, 16);
}
