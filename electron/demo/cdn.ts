/**
 * The files below `/cdn/`, which are served without a key: uploads, results, thumbnails and PSDs.
 */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { DemoContext } from './context.ts';
import type { Content } from './content.ts';
import type { ExecutionPlan } from './schedule.ts';
import { quickPsd } from './quick.ts';
import { lookFromPath } from './templates.ts';

const types: Readonly<Partial<Record<string, string>>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  psd: 'image/vnd.adobe.photoshop',
};

function typeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** Returns a file if it exists. */
async function fileContent(file: string, tag: string): Promise<Content | undefined> {
  try {
    await access(file);
    return { type: typeOf(file), tag, file };
  } catch {
    return undefined;
  }
}

async function upload(demo: DemoContext, path: string): Promise<Content | undefined> {
  const row = demo.store.find('uploads', { path });
  if (row === undefined) return undefined;
  return fileContent(join(demo.pictures.folders.uploads, row.file), row.sha256);
}

async function result(demo: DemoContext, name: string): Promise<Content | undefined> {
  const [, executionId, number, extension] =
    /^([0-9a-f]{24})-(\d{1,2})\.(png|jpg)$/.exec(name) ?? [];
  if (executionId === undefined) return undefined;
  if (demo.settings.render === 'full') {
    const row = demo.store.find('results', { executionId, number: Number(number) });
    if (row?.file !== name) return undefined;
    return fileContent(join(demo.pictures.folders.results, name), name);
  }
  const row = demo.store.find('executions', { executionId });
  const plan = row && (JSON.parse(row.plan) as ExecutionPlan);
  if (plan?.due[Number(number)] === undefined) return undefined;
  const bytes = await demo.pictures.quick.picture(extension === 'jpg' ? 'jpg' : 'png', name);
  return { type: typeOf(name), tag: name, bytes };
}

async function psd(demo: DemoContext, name: string): Promise<Content | undefined> {
  const row = demo.store.find('psds', { executionId: name.replace(/\.psd$/, '') });
  if (row === undefined) return undefined;
  if (demo.settings.render === 'quick') {
    return { type: typeOf(name), tag: name, bytes: await quickPsd() };
  }
  return row.file === null
    ? undefined
    : fileContent(join(demo.pictures.folders.results, row.file), name);
}

/**
 * Returns the content at a path; undefined if there is no content. Serves only files that the
 * database lists.
 */
export async function contentAt(demo: DemoContext, path: string): Promise<Content | undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path.startsWith('/cdn/uploads/')) return upload(demo, path);
  if (path === `/cdn/results/${name}`) return result(demo, name);
  if (path === `/cdn/psd/${name}`) return psd(demo, name);
  const look = lookFromPath(path);
  if (look === undefined) return undefined;
  const file = await demo.pictures.thumbnails.of(look, name);
  return fileContent(file, name);
}
