declare module 'heic-decode' {
  /** Decodes the first picture of a HEIC to RGBA, upright. Throws for any other file. */
  export default function decodeHeic(input: { readonly buffer: Buffer }): Promise<{
    readonly width: number;
    readonly height: number;
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }>;
}
