import type { InfoList } from '#shared/agents/index.ts';
import type { AgentInfo, Dimension, FashionModel, Location } from '#shared/service.ts';
import type { TemplateCard } from '#shared/views/templates.ts';

/** One entry of a template list of any kind, as stored and shown. */
export interface Template extends Omit<TemplateCard, 'hasPicture' | 'release'> {
  /** Address of the template's picture; '' if there is none. Not trusted: see pictures.ts. */
  readonly image: string;
}

/** Maximum number of characters that are kept of a text from the service; real names are shorter. */
const LONGEST_WORD = 300;
/** Maximum number of categories, tags and words that are kept per template. */
const MOST_WORDS = 50;

const plain = {
  name: '',
  image: '',
  owner: 'AI',
  status: null,
  categories: [],
  tags: [],
  about: [],
  size: null,
} satisfies Omit<Template, 'id'>;

/** Returns the entries of one list in an answer of the info operation, in its order. */
export function templatesIn(info: AgentInfo, list: InfoList): readonly Template[] {
  switch (list) {
    case 'locations':
      return (info.locations ?? []).map(ofLocation);
    case 'fashionModels':
      return (info.fashionModels ?? []).map(ofModel);
    case 'backgrounds':
      return (info.backgrounds ?? []).map((one) => ({ ...plain, ...one, name: word(one.name) }));
    case 'tags':
      return (info.tags ?? []).map(({ id, name }) => ({ ...plain, id, name: word(name) }));
    case 'dimensions':
      return distinct(info.dimensions ?? []).map(({ name, width, height }, at) => ({
        ...plain,
        id: at + 1,
        name: word(name),
        size: { width, height },
      }));
  }
}

function ofEither({
  id,
  name,
  image,
  type,
  status,
  tags,
}: Omit<Location, 'categories'> | Omit<FashionModel, 'profile'>): Template {
  return {
    ...plain,
    id,
    name: word(name),
    image,
    owner: type,
    status,
    tags: tags.slice(0, MOST_WORDS).map((tag) => ({ ...tag, name: word(tag.name) })),
  };
}

function ofLocation({ categories, ...location }: Location): Template {
  return { ...ofEither(location), categories: words(categories) };
}

function ofModel({ profile, ...model }: FashionModel): Template {
  const about = [profile.nationality, profile.style, profile.priceDescription];
  return { ...ofEither(model), about: words(about.filter((one) => one !== undefined)) };
}

/** Removes sizes that are listed twice. */
function distinct(sizes: readonly Dimension[]): readonly Dimension[] {
  const known = new Set<string>();
  return sizes.filter(({ name, width, height }) => {
    const key = `${width} ${height} ${name}`;
    const isNew = width > 0 && height > 0 && !known.has(key);
    known.add(key);
    return isNew;
  });
}

function words(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map(word))].filter((text) => text !== '').slice(0, MOST_WORDS);
}

function word(text: string): string {
  return text.trim().slice(0, LONGEST_WORD);
}
