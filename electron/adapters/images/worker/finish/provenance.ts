import sharp from 'sharp';
import type { Source } from '../source.ts';

/** The IPTC terms for how an image was made. Some shops require the term for generated images. */
const term = /https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\/([A-Za-z]{1,60})/;

/**
 * Returns an XMP packet that only states how the image was made; null if the image does not state
 * it. No other metadata is passed on to a shop.
 */
export async function provenanceOf({ input }: Source): Promise<string | null> {
  const { xmp } = await sharp(input, { limitInputPixels: false }).metadata();
  const name = xmp === undefined ? null : (term.exec(xmp.toString('utf8'))?.[1] ?? null);
  return name === null
    ? null
    : `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${name}"/></rdf:RDF></x:xmpmeta>`;
}
