/** What is served below `/cdn/`, without a key: uploads, results, thumbnails and PSDs. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backstage } from './backstage.ts';
import type { ExecutionRow, PsdRow, ResultRow, UploadRow } from './book.ts';
import type { Content } from './content.ts';
import type { ExecutionPlan } from './schedule.ts';
import { quickPicture, quickPsd } from './quick.ts';
import { lookAt } from './templates.ts';
import { thumbnail } from './thumbnails.ts';

const types: Readonly<Partial<Record<string, string>>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  psd: 'image/vnd.adobe.photoshop',
};

function typeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** A file, when it is there. */
async function fileContent(file: string, tag: string): Promise<Content | undefined> {
  try {
    await access(file);
    return { type: typeOf(file), tag, file };
  } catch {
    return undefined;
  }
}

async function upload(stage: Backstage, path: string): Promise<Content | undefined> {
  const row = stage.book.one<UploadRow>('SELECT * FROM uploads WHERE path = ?', path);
  if (row === undefined) return undefined;
  return fileContent(join(stage.pictures.folders.uploads, row.file), row.sha256);
}

async function result(stage: Backstage, name: string): Promise<Content | undefined> {
  const [, executionId, number, extension] =
    /^([0-9a-f]{24})-(\d{1,2})\.(png|jpg)$/.exec(name) ?? [];
  if (executionId === undefined) return undefined;
  if (stage.settled.render === 'full') {
    const row = stage.book.one<ResultRow>(
      'SELECT * FROM results WHERE executionId = ? AND number = ?',
      executionId,
      Number(number),
    );
    if (row?.file !== name) return undefined;
    return fileContent(join(stage.pictures.folders.results, name), name);
  }
  const row = stage.book.one<ExecutionRow>(
    'SELECT * FROM executions WHERE executionId = ?',
    executionId,
  );
  const plan = row && (JSON.parse(row.plan) as ExecutionPlan);
  if (plan?.due[Number(number)] === undefined) return undefined;
  const bytes = await quickPicture(extension === 'jpg' ? 'jpg' : 'png', name);
  return { type: typeOf(name), tag: name, bytes };
}

async function psd(stage: Backstage, name: string): Promise<Content | undefined> {
  const row = stage.book.one<PsdRow>(
    'SELECT * FROM psds WHERE executionId = ?',
    name.replace(/\.psd$/, ''),
  );
  if (row === undefined) return undefined;
  if (stage.settled.render === 'quick') {
    return { type: typeOf(name), tag: name, bytes: await quickPsd() };
  }
  return row.file === null
    ? undefined
    : fileContent(join(stage.pictures.folders.results, row.file), name);
}

/** The content at a path; undefined when there is nothing. Only what the book knows is served. */
export async function contentAt(stage: Backstage, path: string): Promise<Content | undefined> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (path.startsWith('/cdn/uploads/')) return upload(stage, path);
  if (path === `/cdn/results/${name}`) return result(stage, name);
  if (path === `/cdn/psd/${name}`) return psd(stage, name);
  const look = lookAt(path);
  if (look === undefined) return undefined;
  const file = await thumbnail(look, join(stage.pictures.folders.thumbnails, name));
  return fileContent(file, name);
}
