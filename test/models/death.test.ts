import { expect, it } from 'vitest';
import { harnessAfter, type Harness } from './harness.ts';
import type { Life } from './life.ts';

/**
 * What a test expects: the state of the creation in the ledger after the kill and in the end; the number of create
 * requests that have arrived at the time of the kill and in the end; and the status of the model in the end.
 */
type Then = readonly [
  left: string | null,
  state: string | null,
  before: number,
  all: number,
  there: string | null,
];
const nothing: Then = [null, null, 0, 0, null];
const goesOn: Then = ['preparing', 'created', 0, 1, 'there'];
const stopped: Then = ['sending', 'stopped', 0, 0, null];
const found: Then = ['sending', 'created', 1, 1, 'there'];
const stays: Then = ['created', 'created', 1, 1, 'there'];
const deleted: Then = ['created', 'created', 1, 1, 'deleted'];

const deaths: readonly [string, Life['death']['at'], Life['death']['commit'], Then, number?][] = [
  ['before the creation is recorded: nothing was created', 'before', 'add', nothing],
  ['after the creation is recorded: continues', 'after', 'add', goesOn],
  ['between two uploads: continues', 'before', 'uploaded', goesOn, 2],
  ['after the last upload: continues', 'after', 'uploaded', goesOn, 2],
  ['before SENDING: sends once', 'before', 'sending', goesOn],
  [
    'after SENDING, before the request: stopped, and not sent again, because it may have reached the service',
    'after',
    'sending',
    stopped,
  ],
  ['after the answer, before its commit: found in the account', 'before', 'created', found],
  ['during the commit of the answer: found in the account', 'after', 'created', found],
  [
    'after the commit of the answer: the model is followed until it is complete',
    'before',
    'told',
    stays,
    3,
  ],
  ['before a deletion is recorded: kept', 'before', 'deleting', stays],
  ['after a deletion is recorded: deleted', 'after', 'deleting', deleted],
  ['after the deletion at the service: recorded as deleted', 'before', 'deleted', deleted],
];

it.each(deaths)('killed %s', async (_, at, commit, then, nth = 1) => {
  const had: (string | number | null)[] = [];
  const harness: Harness = await harnessAfter(
    { at, commit, nth },
    ({ creations }, { records: repository }) => {
      had.push(creations.get(1)?.state ?? null, repository().requests['custom-model-create'] ?? 0);
    },
  );
  const { creations, customModels } = harness.ledger;
  const open = () =>
    creations.open().length + customModels.toFollow().length + customModels.toDelete().length;
  await harness.poll(open).toBe(0);
  const { state = null, serviceId = null, problem } = creations.get(1) ?? {};
  const there =
    serviceId === null ? null : (customModels.get('model', serviceId)?.presence ?? null);
  const [left, before] = had;
  expect([left, state, before, harness.arrived('custom-model-create'), there]).toEqual(then);
  expect(problem?.code).toBe(state === 'stopped' ? 'own-not-created' : undefined);
  expect(await harness.account('model')).toHaveLength(there === 'there' ? 1 : 0);
});
