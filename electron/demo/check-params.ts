/** Refuses values that the catalogue's rules cannot check: ids that are not in the lists, and unusable masks. */
import sharp from 'sharp';
import type { AgentVersion } from '#shared/agents/index.ts';
import type { Tag } from '#shared/service.ts';
import type { DemoContext } from './context.ts';
import { grant, refuse } from './envelope.ts';
import type { Reply } from './envelope.ts';
import { findCustomModel } from './custom-models.ts';
import type { StoredPicture } from './pictures.ts';
import { templatesOf } from './templates.ts';
import type { AgentTemplates } from './templates.ts';

type Params = Readonly<Record<string, unknown>>;
type Source = Extract<AgentVersion['params'][number]['kind'], { type: 'id' | 'ids' }>['source'];

function knownIds(templates: AgentTemplates, source: Source): Set<number> {
  const [list, inside] = source.split('.') as [keyof AgentTemplates, 'tags' | undefined];
  const entries: readonly { readonly id: number; readonly tags?: readonly Tag[] }[] =
    templates[list] ?? [];
  const named = inside === undefined ? entries : entries.flatMap(({ tags = [] }) => tags);
  return new Set(named.map(({ id }) => id));
}

/** Checks that a custom model or scene exists and is `complete` (interface: "States and transitions"). */
function checkCustomModel(
  demo: DemoContext,
  source: Source,
  id: number,
  name: string,
): Reply<void> {
  const kind = source === 'fashionModels' ? 'model' : 'scene';
  const found = ['fashionModels', 'locations'].includes(source) && findCustomModel(demo, kind, id);
  if (!found) return refuse(`${name} ${id} is not in the list of this agent.`, 4045);
  if (found.status === 'complete') return grant(undefined);
  return refuse(`${name} ${id} cannot be used: its status is ${found.status}.`, 4091);
}

/** Refuses ids of templates and tags that are not in the agent's lists. */
export function checkIds(demo: DemoContext, agent: AgentVersion, given: Params): Reply<void> {
  const templates = templatesOf(agent.name, agent.version);
  for (const { name, kind } of agent.params) {
    if (kind.type !== 'id' && kind.type !== 'ids') continue;
    const value = given[name];
    const ids = (Array.isArray(value) ? value : [value]).filter(Number.isSafeInteger) as number[];
    const known = knownIds(templates, kind.source);
    for (const id of ids.filter((one) => !known.has(one))) {
      const judged =
        agent.name === 'aimodel'
          ? checkCustomModel(demo, kind.source, id, name)
          : refuse(`${name} ${id} is not in the list of this agent.`, 4045);
      if (!judged.ok) return judged;
    }
  }
  return grant(undefined);
}

/**
 * Checks that a mask is a PNG with transparency and exactly the photo's size (interface: "Common to several agents").
 */
export async function checkMask(
  mask: Buffer | string,
  photo: StoredPicture | undefined,
): Promise<Reply<void>> {
  const metadata = await sharp(mask)
    .metadata()
    .catch(() => undefined);
  if (metadata?.format !== 'png') return refuse('The mask must be a PNG image in base64.', 4231);
  if (!metadata.hasAlpha) {
    return refuse(
      'The mask must be transparent outside the mask area; it has no transparency.',
      4232,
    );
  }
  const fits =
    photo === undefined || (metadata.width === photo.width && metadata.height === photo.height);
  if (fits) return grant(undefined);
  return refuse(
    `The mask must have the size of the original image, ${photo.width}*${photo.height}; it is ${metadata.width}*${metadata.height}.`,
    4233,
  );
}
