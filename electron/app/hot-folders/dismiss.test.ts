import { expect, it } from 'vitest';
import { hotFolderStudio } from '../../../test/fixtures/hot-folder-studio.ts';
import { valueOf } from '../../../test/fixtures/values.ts';
import { dismissRefusedFile } from './dismiss.ts';

it('removes one refused file from the list', async () => {
  const { ledger, arm, draft } = await hotFolderStudio();
  const id = arm(await draft('drop'));
  for (const path of ['1.jpg', '2.jpg']) {
    const look = { bytes: 0, mtimeMs: 1, inode: '1' };
    const why = { code: 'file-incomplete', message: 'It is empty.', said: null } as const;
    const failed = { outcome: 'failed', jobId: null, ticket: null } as const;
    ledger.sightings.write(id, { ...look, ...failed, ...why, path });
  }
  valueOf(dismissRefusedFile(ledger, id, '1.jpg'));
  expect(ledger.sightings.failed(id).map(({ path }) => path)).toEqual(['2.jpg']);
});
