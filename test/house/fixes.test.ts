import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canRetry, decidedCodes, fixesOf } from '#shared/fixes.ts';
import type { ProblemCode } from '#shared/problem.ts';
import { problemCodes } from '#shared/problem-codes.ts';
import { project, projectFiles } from './project-files.ts';

/** The sources of everything that runs after the photo of a job was admitted. */
const carriers = [
  'electron/base/files.ts',
  'electron/base/regular-file.ts',
  'electron/adapters/delivery/',
  'electron/adapters/images/',
  'electron/adapters/network/',
  'electron/engine/queue/',
  'electron/adapters/service/',
  'electron/adapters/settings/finish-presets.ts',
  'electron/adapters/shared-studio/roots.ts',
  'electron/app/access.ts',
  'shared/agents/index.ts',
  'shared/mask/fit.ts',
  'shared/recipe-fit.ts',
];

/** Codes in these sources that never end a job, each with the action or view to which it belongs. */
const ofOthers: Readonly<Partial<Record<ProblemCode, string>>> = {
  managed: 'a setting, or a start',
  'managed-limit': 'a setting, or a hot folder',
  'managed-service': 'a change of the service',
  'managed-studio': 'joining or leaving a shared studio',
  aborted: 'a step that stops; the job waits',
  offline: 'a gate, which waits for the user',
  'facts-unreadable': 'the camera data in the viewer',
  'marks-not-written': 'stars and picks',
  'picture-unknown': 'a picture in the viewer',
  'preview-unreadable': 'a picture in the viewer',
  'result-unknown': 'a request for a PSD',
  'job-under-way': 'a request for a PSD',
  'task-deleted': 'a request for a PSD',
  'execution-not-found': 'linking an existing execution',
  'execution-known': 'linking an existing execution',
  'job-not-adoptable': 'linking an existing execution',
  'job-not-retryable': 'a change by the user',
  'job-ended': 'a change by the user',
  'job-paid': 'a change by the user',
  'job-not-pausable': 'a change by the user',
  'job-not-waiting': 'a change by the user',
  'job-sent': 'a change by the user',
  'job-made-already': 'a change by the user',
  'task-in-use': 'deleting a task',
  'task-uncertain': 'deleting a task',
  'task-missing': 'deleting a task',
  'task-deleted-already': 'deleting a task',
  'finish-preset-taken': 'listing presets',
  'export-folder-watched': 'an export',
  'subject-none': 'selecting the subject in the mask editor',
};

const quoted = /['`]([a-z]+(?:-[a-z]+)*)(?:\.[^'`\s]+)?['`]/g;
const found = new Set<ProblemCode>();
for (const file of projectFiles()) {
  if (!carriers.some((carrier) => file.startsWith(carrier))) continue;
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const source = readFileSync(join(project, file), 'utf8');
  for (const [, text = ''] of source.matchAll(quoted)) {
    if (text in problemCodes) found.add(text as ProblemCode);
  }
}

describe('the table of fixes', () => {
  it('B9 covers every code with which a job can end', () => {
    const isDecided = (code: ProblemCode) => decidedCodes.includes(code) || code in ofOthers;
    expect(
      [...found].filter((code) => !isDecided(code)).sort(),
      'add a fix to shared/fixes.ts, or state there that a retry helps',
    ).toEqual([]);
  });

  it('B9 contains no code with which a job can no longer end', () => {
    const gone = (code: ProblemCode) => !found.has(code);
    expect(decidedCodes.filter(gone)).toEqual([]);
    expect((Object.keys(ofOthers) as ProblemCode[]).filter(gone)).toEqual([]);
    expect(decidedCodes.filter((code) => code in ofOthers)).toEqual([]);
  });

  it('B9 offers a fix wherever a retry can’t help', () => {
    for (const code of decidedCodes.filter((one) => !canRetry(one))) {
      for (const isRecipeSaved of [true, false]) {
        expect(fixesOf(code, { isRecipeSaved }), code).not.toEqual([]);
      }
    }
  });
});
