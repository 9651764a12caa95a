import * as v from 'valibot';
import type { CustomModel, CustomScene, PsdDownload, PsdStatus } from '#shared/service.ts';
import { preparation } from './read-info.ts';
import {
  intId,
  listOf,
  object,
  oneOf,
  reader,
  someText,
  text,
  textId,
  textOrNull,
  plain,
} from './wire.ts';

export const readImage = reader(object({ image: text }));
export const readBoolean = reader(v.boolean());
export const readFashionModelId = reader(object({ fashionModelId: intId }));
export const readLocationId = reader(object({ locationId: intId }));

const psdStatuses = ['NotStart', 'Running', 'Pending', 'Success', 'Failed'] as const;
const psdStatus: (words: unknown) => PsdStatus = oneOf(psdStatuses);

/** The state of a PSD (interface: "PSD download"). */
const psdDownload = v.pipe(
  object({
    executionId: textId,
    status: text,
    result: v.optional(v.fallback(v.nullable(object({ fileUrl: textOrNull })), null), null),
  }),
  v.transform(({ executionId, status, result }): PsdDownload => {
    const known = psdStatus(status);
    const fileUrl = known === 'Success' ? (result?.fileUrl ?? null) : null;
    return { executionId, status: known, fileUrl };
  }),
);

const customFields = {
  name: someText,
  cover: textOrNull,
  status: v.pipe(v.unknown(), v.transform(preparation)),
};

export const readPsd = reader<PsdDownload>(psdDownload);
export const readCustomModel = reader<CustomModel>(
  object({ fashionModelId: intId, ...customFields, images: v.optional(listOf(plain), []) }),
);
export const readCustomScene = reader<CustomScene>(
  object({ locationId: intId, ...customFields, image: textOrNull }),
);
