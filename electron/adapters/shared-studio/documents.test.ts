import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { enterStation } from '../../../test/fixtures/entered-station.ts';
import { sharedPostgres } from '../../../test/fixtures/shared-postgres.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import type { DocumentVersion } from './documents.ts';

const server = await sharedPostgres();

it('large documents are read in parts, also of a station with a long name', async () => {
  const studio = await server.newStudio();
  const name = '📷'.repeat(60);
  const { shared, lease } = await enterStation(studio, name);
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
