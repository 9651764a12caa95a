declare module 'heic-decode' {
  /** Decodes the first picture of a HEIC to RGBA, upright. Throws on anything else. */
  export default function decodeHeic(input: { readonly buffer: Buffer }): Promise<{
    readonly width: number;
    readonly height: number;
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }>;
}
