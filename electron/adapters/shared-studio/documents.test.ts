import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import type { DocumentVersion } from './documents.ts';
import { openSharedStudio } from './shared-studio.ts';

const server = await sharedPostgres();

it('large documents are read in parts, also of a station with a long name', async () => {
  const studio = await server.newStudio();
  const shared = await openSharedStudio(await studio.newStation(), randomUUID());
  onTestFinished(() => shared.close());
  const name = '📷'.repeat(60);
  const lease = valueOf(await shared.enter(name));
  if ('refused' in lease) throw new Error(lease.refused);
  const sizes = [5_000_000, 3_000_000, 900_000, 500_000];
  for (const [at, size] of sizes.entries()) {
    const content = JSON.stringify('x'.repeat(size - 2));
    const draft = {
      kind: 'recipe',
      key: randomUUID(),
      subject: `${at}`,
      base: 0,
      content,
    } as const;
    expect(valueOf(await shared.documents.put(draft, lease)).kind).toBe('saved');
  }
  const parts: number[][] = [];
  let position: DocumentVersion = { version: 0, mark: null };
  for (;;) {
    const read = valueOf(await shared.documents.since(position)) ?? [];
    const last = read.at(-1);
    if (last === undefined) break;
    expect(last.station).toBe(name);
    parts.push(read.map(({ content }) => content?.length ?? 0));
    position = last;
  }
  expect(parts).toEqual([[5_000_000], [3_000_000, 900_000], [500_000]]);
});
