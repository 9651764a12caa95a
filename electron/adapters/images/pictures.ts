import { createKeptAreas, type KeptAreas } from './kept-areas.ts';
import type { KeptFiles } from './kept-files.ts';
import { createMaskPictures, type MaskPictures } from './mask-pictures.ts';
import { createPyramids, type Pyramids } from './pyramids.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';
import type { Images } from './types.ts';

/** All kinds of pictures that screens show; each picture is created once and cached. */
export interface Pictures {
  readonly thumbnails: Thumbnails;
  readonly pyramids: Pyramids;
  readonly keptAreas: KeptAreas;
  readonly maskPictures: MaskPictures;
}

export function createPictures(parts: {
  readonly images: Images;
  readonly files: KeptFiles;
  readonly random: () => number;
}): Pictures {
  const keptAreas = createKeptAreas(parts);
  return {
    thumbnails: createThumbnails(parts),
    pyramids: createPyramids(parts),
    keptAreas,
    maskPictures: createMaskPictures({ ...parts, keptAreas }),
  };
}
