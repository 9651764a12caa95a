import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { handClock } from '../../../test/fixtures/hand-clock.ts';
import { createGates, type Gates } from './gates.ts';

const problem = { code: 'service-unreachable', message: 'It cannot be reached.' } as const;

/** Starts callers in order, and records which of them have passed so far. */
function callers(gates: Gates, count: number, signal: AbortSignal) {
  const through: number[] = [];
  const all = Array.from({ length: count }, async (_, at) => {
    if ((await gates.pass(['service'], signal)) !== null) through.push(at);
  });
  return { through, all: Promise.all(all) };
}

describe('gates', () => {
  it('let all callers through while open', async () => {
    const gates = createGates(handClock(), () => {});
    expect(await gates.pass(['disk', 'service'], new AbortController().signal)).not.toBeNull();
  });

  it('let one caller through as a trial when the time has come, and the others once the trial has succeeded', async () => {
    const clock = handClock();
    const gates = createGates(clock, () => {});
    gates.close('service', problem, 20);
    const { through, all } = callers(gates, 5, new AbortController().signal);
    clock.pass(19);
    await turn();
    expect(through).toEqual([]);
    clock.pass(1);
    await turn();
    expect(through).toHaveLength(1);
    expect(gates.closed()).toHaveLength(1);
    gates.open('service');
    await all;
    expect(through).toHaveLength(5);
  });

  it('make the next caller the trial if the first was stopped before its work showed anything', async () => {
    const clock = handClock();
    const gates = createGates(clock, () => {});
    gates.close('service', problem, 20);
    clock.pass(20);
    const { signal } = new AbortController();
    const trial = await gates.pass(['service'], signal);
    const { through, all } = callers(gates, 2, signal);
    await turn();
    expect(through).toEqual([]);
    trial?.end();
    await turn();
    expect(through).toEqual([0]);
    gates.open('service');
    await all;
  });

  it('keep their new pause if the trial closes them again', async () => {
    const clock = handClock();
    const gates = createGates(clock, () => {});
    gates.close('service', problem, 20);
    clock.pass(20);
    const trial = await gates.pass(['service'], new AbortController().signal);
    gates.close('service', problem, 40);
    trial?.end();
    expect(gates.closed()[0]?.until).toBe(clock.mono() + 40);
  });

  it('wait for the user if no time is given', async () => {
    const gates = createGates(handClock(), () => {});
    gates.close('service', problem, null);
    const { through, all } = callers(gates, 3, new AbortController().signal);
    expect(gates.closed()[0]?.until).toBeNull();
    expect(through).toEqual([]);
    gates.open('service');
    await all;
    expect(through).toHaveLength(3);
  });

  it('report a gate that closes repeatedly only once, and count the attempts', () => {
    let notices = 0;
    const gates = createGates(handClock(), () => (notices += 1));
    gates.close('service', problem, 10);
    gates.close('service', problem, 10);
    expect(notices).toBe(1);
    expect(gates.tries('service')).toBe(2);
    gates.open('service');
    expect(notices).toBe(2);
    expect(gates.tries('service')).toBe(0);
  });

  it('stay closed if the successful work began before they were closed', () => {
    const clock = handClock();
    const gates = createGates(clock, () => {});
    const began = clock.mono();
    clock.pass(1);
    gates.close('service', problem, 60_000);
    gates.open('service', began);
    expect(gates.closed()).toHaveLength(1);
    gates.open('service', clock.mono());
    expect(gates.closed()).toEqual([]);
  });

  it('let no caller pass a gate that closed while the caller waited at another', async () => {
    const gates = createGates(handClock(), () => {});
    gates.close('execute', problem, null);
    let through = false;
    const stop = new AbortController();
    const passed = gates.pass(['service', 'execute'], stop.signal).then(() => (through = true));
    gates.close('service', problem, null);
    gates.open('execute');
    await turn();
    expect(through).toBe(false);
    gates.open('service');
    await passed;
  });

  it('release all callers when the program stops', async () => {
    const gates = createGates(handClock(), () => {});
    gates.close('service', problem, null);
    const stop = new AbortController();
    const { through, all } = callers(gates, 3, stop.signal);
    stop.abort();
    await all;
    expect(through).toEqual([]);
  });
});
