import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#electron/base/clock.ts';
import { startDemo } from '#electron/demo/demo.ts';
import { readLedger } from '#electron/ledger/open.ts';
import { live } from '../crash/life.ts';
import { dies, doubtWindow, type Death } from './death.ts';

/** What the ledger holds of the only job. */
function ledgerOf(data: string) {
  const opened = readLedger(data, systemClock);
  if (!opened.ok) throw new Error(opened.problem.message);
  const ledger = opened.value;
  onTestFinished(() => ledger.close());
  const job = ledger.jobs.load(1);
  if (!job.ok) throw new Error(job.problem.message);
  return { ...job.value, executions: ledger.executions.ofJob(1) };
}

const deaths: readonly [string, Death, object][] = [
  [
    'F01 before INTENT: goes on, nothing was sent',
    { at: 'before', commit: 'intend' },
    { left: [], sentBefore: 0, sent: 1, state: 'done' },
  ],
  [
    'F02 between INTENT and SENDING: sends once',
    { at: 'before', commit: 'sending' },
    { left: ['intent'], sentBefore: 0, sent: 1, state: 'done' },
  ],
  [
    'F03 after SENDING, before the bytes: in doubt, held, never sent blindly',
    { at: 'after', commit: 'sending' },
    { left: ['sending'], sentBefore: 0, sent: 0, state: 'held' },
  ],
  [
    'F04 F05 after the answer, before its commit: adopted, bought once',
    { at: 'before', commit: 'started' },
    { left: ['sending'], sentBefore: 1, sent: 1, state: 'done' },
  ],
];

it.each(deaths)(
  'a kill %s',
  async (_, death, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'darkslide-death-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const data = join(folder, 'data');
    const out = join(folder, 'out');
    await mkdir(out);
    const speed = { executionMs: 200, jitterMs: 0 };
    const demo = await startDemo({ folder: join(folder, 'demo'), render: 'quick', speed });
    onTestFinished(() => demo.close());
    const { url, key } = demo;
    const sent = () => demo.books().requests['execute'] ?? 0;

    await dies({ data, out, url, key, death });
    const left = ledgerOf(data).executions.map((e) => e.state);
    const sentBefore = sent();
    const second = await live(['resume', '--until-idle=1', `--doubt-window=${doubtWindow}`], {
      DARKSLIDE_DATA: data,
      DARKSLIDE_SERVICE_URL: url,
      DARKSLIDE_API_KEY: key,
    }).ended;

    const { state, problem, executions } = ledgerOf(data);
    expect({ left, sentBefore, sent: sent(), state }, second.stderr).toEqual(expected);
    expect(problem?.code).toBe(state === 'held' ? 'execution-unknown' : undefined);
    expect(executions).toHaveLength(1);
    expect(await readdir(out)).toHaveLength(state === 'done' ? 1 : 0);
  },
  60_000,
);
