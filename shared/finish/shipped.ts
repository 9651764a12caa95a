import type { FinishPreset } from './preset.ts';

/** A preset that is built into Darkslide. */
export interface ShippedPreset {
  /** Key of the preset's title in the texts. */
  readonly title: 'amazonMain' | 'shopifySquare' | 'googleShopping' | 'ebayMain' | 'webTransparent';
  /**
   * Address of the shop's page with its requirements; null if the preset is for no shop, or the page needs an account.
   */
  readonly source: string | null;
  /** When the page was read, as YYYY-MM-DD. */
  readonly checked: string | null;
  readonly preset: FinishPreset;
}

const jpeg = {
  name: '{name}_{recipe}',
  format: 'jpeg',
  longSide: 2000,
  enlarge: false,
  quality: 90,
  maxBytes: null,
  profile: 'srgb',
  depth: 8,
  sharpen: true,
} as const;
const centred = { margin: 0, align: 'centre', ground: 0.1 } as const;
const white = { aspect: '1:1', colour: '#ffffff' } as const;

/** The presets that are built into Darkslide. */
export const shippedPresets: readonly ShippedPreset[] = [
  {
    title: 'amazonMain',
    source: null,
    checked: null,
    preset: {
      format: 1,
      name: 'amazon-main',
      canvas: white,
      subject: { ...centred, fill: 0.87 },
      shadow: 'drop',
      outputs: [jpeg],
    },
  },
  {
    title: 'shopifySquare',
    source: 'https://shopify.dev/docs/apps/online-store/media/products',
    checked: '2026-11-26',
    preset: {
      format: 1,
      name: 'shopify-square',
      canvas: white,
      subject: { ...centred, fill: 0.85 },
      shadow: 'keep',
      outputs: [{ ...jpeg, longSide: 2048 }],
    },
  },
  {
    title: 'googleShopping',
    source: 'https://support.google.com/merchants/answer/6324350',
    checked: '2026-11-26',
    preset: {
      format: 1,
      name: 'google-shopping',
      canvas: white,
      subject: { ...centred, fill: 0.85 },
      shadow: 'keep',
      outputs: [{ ...jpeg, longSide: 1500, maxBytes: 16_000_000 }],
    },
  },
  {
    title: 'ebayMain',
    source: 'https://www.ebay.com/help/policies/listing-policies/picture-policy?id=4370',
    checked: '2026-11-26',
    preset: {
      format: 1,
      name: 'ebay-main',
      canvas: white,
      subject: { ...centred, fill: 0.85 },
      shadow: 'keep',
      outputs: [{ ...jpeg, longSide: 1600 }],
    },
  },
  {
    title: 'webTransparent',
    source: null,
    checked: null,
    preset: {
      format: 1,
      name: 'web-transparent',
      canvas: { aspect: '1:1', colour: 'transparent' },
      subject: { ...centred, fill: 0.9 },
      shadow: 'drop',
      outputs: [
        { ...jpeg, format: 'webp', maxBytes: 200_000, longSide: 1600 },
        { ...jpeg, format: 'png', longSide: null, profile: 'keep', depth: 16, sharpen: false },
      ],
    },
  },
];
