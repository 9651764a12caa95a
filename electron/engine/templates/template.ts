import type { InfoList } from '#shared/agents/index.ts';
import type {
  AgentInfo,
  Dimension,
  FashionModel,
  Location,
  PreparationStatus,
  Tag,
  TemplateOwner,
} from '#shared/service.ts';

/** One entry of a template list, whatever list it is of: what is kept of it and shown. */
export interface Template {
  /** What an execution names it by; of a dimension, which has none, its place in the list from 1. */
  readonly id: number;
  readonly name: string;
  /** Address of its picture; '' without one. Comes from outside: see pictures.ts. */
  readonly image: string;
  readonly owner: TemplateOwner;
  readonly status: PreparationStatus | null;
  readonly categories: readonly string[];
  readonly tags: readonly Tag[];
  /** What else the service says of it, such as the style of a model. */
  readonly about: readonly string[];
  /** px; of a dimension only. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** Characters of a word of the service that are kept; more is no name. */
const LONGEST_WORD = 300;
/** Categories, tags and words about one template that are kept. */
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

/** The entries of one list in an answer of the info operation, in its order. */
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

function ofLocation({ id, name, image, type, status, categories, tags }: Location): Template {
  return {
    ...plain,
    id,
    name: word(name),
    image,
    owner: type,
    status,
    categories: words(categories),
    tags: tags.slice(0, MOST_WORDS).map((tag) => ({ ...tag, name: word(tag.name) })),
  };
}

function ofModel({ id, name, image, type, status, tags, profile }: FashionModel): Template {
  const about = [profile.nationality, profile.style, profile.priceDescription];
  return {
    ...plain,
    id,
    name: word(name),
    image,
    owner: type,
    status,
    tags: tags.slice(0, MOST_WORDS).map((tag) => ({ ...tag, name: word(tag.name) })),
    about: words(about.filter((one) => one !== undefined)),
  };
}

/** A size that is told twice is one choice. */
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
