/**
 * The template lists of every agent (interface: "Agent information"). They are generated from lists
 * of words, and are always the same. Each entry defines how its picture is drawn, both for its
 * thumbnail and for results that use it.
 */
import type { Dimension, FashionModel, Tag } from '#shared/service.ts';
import { chance, pick } from './chance.ts';

export const sceneKinds = [
  'studio',
  'interior',
  'street',
  'garden',
  'seaside',
  'night',
  'desert',
  'podium',
  'stone',
  'cloth',
] as const;
export type SceneKind = (typeof sceneKinds)[number];

/** How a scene is drawn. */
export interface SceneLook {
  readonly scene: SceneKind;
  /** Selects the palette and the shapes. */
  readonly variant: number;
}

/** How a model is drawn. */
export interface FigureLook {
  readonly variant: number;
}

export interface SceneEntry {
  readonly id: number;
  readonly name: string;
  readonly categories: readonly string[];
  readonly tags: readonly Tag[];
  readonly look: SceneLook;
}

export interface FigureEntry {
  readonly id: number;
  readonly name: string;
  readonly profile: FashionModel['profile'];
  readonly tags: readonly Tag[];
  readonly look: FigureLook;
}

export interface AgentTemplates {
  readonly locations?: readonly SceneEntry[];
  readonly fashionModels?: readonly FigureEntry[];
  readonly backgrounds?: readonly SceneEntry[];
  readonly tags?: readonly Tag[];
}

const sceneWords: Readonly<Record<SceneKind, { category: string; names: readonly string[] }>> = {
  studio: { category: 'Studio', names: ['Cyclorama', 'Paper roll', 'Soft light', 'Daylight set'] },
  interior: { category: 'Interior', names: ['Loft', 'Window seat', 'Gallery', 'Hallway'] },
  street: { category: 'Street', names: ['Old town', 'Boulevard', 'Crossing', 'Arcade'] },
  garden: { category: 'Nature', names: ['Hills', 'Meadow', 'Vineyard', 'Park'] },
  seaside: { category: 'Seaside', names: ['Beach', 'Bay', 'Pier', 'Dunes'] },
  night: { category: 'Night', names: ['City lights', 'Rooftop', 'Neon', 'Harbour'] },
  desert: { category: 'Nature', names: ['Sands', 'Canyon', 'Salt lake', 'Oasis'] },
  podium: { category: 'Still life', names: ['Podium', 'Arch', 'Steps', 'Plinth'] },
  stone: { category: 'Still life', names: ['Marble', 'Slate', 'Terrazzo', 'Granite'] },
  cloth: { category: 'Still life', names: ['Linen', 'Silk', 'Velvet', 'Wool'] },
};

const lights = ['morning', 'noon', 'late sun', 'overcast', 'evening', 'window light'] as const;
const nationalities = ['Chinese', 'French', 'Brazilian', 'Korean', 'Nigerian', 'Indian', 'Swedish'];
const styles = ['Casual', 'Elegant', 'Sporty', 'Street', 'Business', 'Romantic'];
const modelNames =
  'Aiko Bea Carla Dana Elin Fatou Grace Hana Ines Jun Kofi Lena Mira Noor Olu Priya Rosa Suyin Tess Yara'.split(
    ' ',
  );

/** Returns the tags of one list, whose ids are consecutive. */
function tagsOf(firstId: number, names: readonly string[]): Tag[] {
  return names.map((name, index) => ({ id: firstId + index, name }));
}

function scenes(
  list: string,
  firstId: number,
  count: number,
  kinds: readonly SceneKind[],
  tags: readonly Tag[],
): SceneEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const scene = kinds[index % kinds.length] ?? 'studio';
    const words = sceneWords[scene];
    const light = pick(lights, list, 'light', index);
    const round = Math.floor(index / kinds.length);
    return {
      id: firstId + index * 3,
      name: `${pick(words.names, list, 'name', index)}, ${light} ${round + 1}`,
      categories: [words.category],
      tags: tags.length === 0 ? [] : [pick(tags, list, 'tag', index)],
      look: { scene, variant: firstId + index },
    };
  });
}

function figures(list: string, firstId: number, count: number, tags: readonly Tag[]) {
  return Array.from({ length: count }, (_, index): FigureEntry => {
    const style = pick(styles, list, 'style', index);
    return {
      id: firstId + index * 2,
      name: `${modelNames[index % modelNames.length]} ${Math.floor(index / modelNames.length) + 1}`,
      profile: {
        nationality: pick(nationalities, list, 'nationality', index),
        style,
        ...(chance(list, 'price', index) < 0.25
          ? { priceDescription: 'Included in the demo' }
          : {}),
      },
      tags: tags.length === 0 ? [] : [pick(tags, list, 'tag', index)],
      look: { variant: firstId + index },
    };
  });
}

const places = sceneKinds.slice(0, 7);
const stillLife: readonly SceneKind[] = ['podium', 'stone', 'cloth', 'studio', 'interior'];

const sceneTags = tagsOf(11, ['Indoors', 'Outdoors', 'Warm', 'Cool', 'Minimal', 'Lively']);
const modelTags = tagsOf(51, ['Long hair', 'Short hair', 'Smiling', 'Freckles', 'Curls', 'Tall']);
const productTags = tagsOf(81, ['Kitchen', 'Beauty', 'Jewellery', 'Season']);
const mannequinTags = ['Standing', 'Walking', 'Seated', 'Hands in pockets', 'Profile', 'Close'];

const lists: Readonly<Partial<Record<string, AgentTemplates>>> = {
  'aimodel v1.0': {
    locations: scenes('aimodel', 1001, 134, places, sceneTags),
    fashionModels: figures('aimodel', 5001, 124, modelTags),
  },
  'aiproduct v1.0': { locations: scenes('aiproduct', 2001, 112, stillLife, productTags) },
  'removeBG v1.0': {
    backgrounds: scenes('removeBG', 3001, 24, ['studio', 'podium', 'stone', 'cloth'], []),
  },
  'mannequin v1.0': {
    locations: scenes('mannequin 1.0', 101, 24, places, []),
    fashionModels: figures('mannequin 1.0', 301, 18, []),
    tags: tagsOf(401, mannequinTags),
  },
  'mannequin v1.5': {
    locations: scenes('mannequin 1.5', 6101, 36, places, []),
    fashionModels: figures('mannequin 1.5', 6301, 28, []),
    tags: tagsOf(6401, [...mannequinTags, 'Outdoors', 'Studio']),
  },
};

/** The standard sizes that expandimage offers (interface: "Dimension"). */
export const dimensions: readonly Dimension[] = [
  { name: 'Square 1:1', width: 1024, height: 1024 },
  { name: 'Square 1:1 large', width: 2048, height: 2048 },
  { name: 'Portrait 4:5', width: 1080, height: 1350 },
  { name: 'Portrait 3:4', width: 1536, height: 2048 },
  { name: 'Portrait 2:3', width: 1365, height: 2048 },
  { name: 'Story 9:16', width: 1080, height: 1920 },
  { name: 'Landscape 4:3', width: 2048, height: 1536 },
  { name: 'Landscape 3:2', width: 2048, height: 1365 },
  { name: 'Landscape 16:9', width: 1920, height: 1080 },
  { name: 'Banner 21:9', width: 2520, height: 1080 },
  { name: 'Marketplace', width: 1600, height: 1600 },
  { name: 'Print A4, 300 dpi', width: 2480, height: 3508 },
];

/** Returns the template lists of an agent version; empty for agents without lists. */
export function templatesOf(agentName: string, agentVersion: string): AgentTemplates {
  return lists[`${agentName} ${agentVersion}`] ?? {};
}

/** Returns the path of a thumbnail: `scene-…` with kind and variant, or `figure-…` with variant. */
export function thumbnailPath(look: SceneLook | FigureLook): string {
  return 'scene' in look
    ? `/cdn/templates/scene-${look.scene}-${look.variant}.jpg`
    : `/cdn/templates/figure-${look.variant}.jpg`;
}

/** Returns the look that belongs to a path from `thumbnailPath`; undefined for other paths. */
export function lookFromPath(path: string): SceneLook | FigureLook | undefined {
  const [, name, variant] =
    /^\/cdn\/templates\/(?:scene-([a-z]+)|figure)-(\d{1,6})\.jpg$/.exec(path) ?? [];
  if (variant === undefined) return undefined;
  if (name === undefined) return { variant: Number(variant) };
  const scene = sceneKinds.find((kind) => kind === name);
  return scene === undefined ? undefined : { scene, variant: Number(variant) };
}
