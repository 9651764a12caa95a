import type { Demo } from '#electron/demo/types.ts';
import { clientOf, plainJpeg } from '../demo/harness.ts';
import { key } from './darkslide.ts';

/** Returns the address of an uploaded picture. */
export async function uploaded(demo: Demo): Promise<string> {
  const { data } = await clientOf(demo.url, key).upload(await plainJpeg());
  return data.image as string;
}

/** Creates a model at the service as another program would; returns its id. */
export async function madeElsewhere(demo: Demo, name: string, address?: string): Promise<number> {
  const http = clientOf(demo.url, key);
  const image = address ?? (await uploaded(demo));
  const body = { agentName: 'aimodel', agentVersion: 'v1.0', images: [image], name };
  const { data } = await http.post('/agent/myFashionModel/create', body);
  return data.fashionModelId as number;
}

/** Returns the number of models with this name at the service. */
export async function inAccount(demo: Demo, name: string): Promise<number> {
  const http = clientOf(demo.url, key);
  const path = '/agent/info?agentName=aimodel&agentVersion=v1.0&resourceType=fashionModels';
  const pages = await Promise.all(
    [1, 2].map((page) => http.get(`${path}&pageSize=100&page=${page}`)),
  );
  const models = pages.flatMap(({ data }) => data.fashionModels as { name: string }[]);
  return models.filter((one) => one.name === name).length;
}
