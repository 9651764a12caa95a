import { expect, it } from 'vitest';
import { handClock } from '../../test/fixtures/hand-clock.ts';
import { createAlarm } from './alarm.ts';

const never = new AbortController().signal;

it('an alarm ends the waits of all listeners early', async () => {
  const clock = handClock();
  const alarm = createAlarm(clock);
  const rests = [alarm.listen()(1000, never), alarm.listen()(2000, never)];
  alarm.ring();
  await Promise.all(rests);
  expect(clock.sleeping).toBe(0);
});

it('an alarm ends the next wait of a listener that was busy, but only one wait', async () => {
  const clock = handClock();
  const alarm = createAlarm(clock);
  const rest = alarm.listen();
  alarm.ring();
  await rest(1000, never);
  let isOver = false;
  const second = rest(1000, never).then(() => (isOver = true));
  await Promise.resolve();
  expect(isOver).toBe(false);
  alarm.ring();
  await second;
});

it('a wait ends when its signal aborts, or immediately if the signal has already aborted', async () => {
  const clock = handClock();
  const alarm = createAlarm(clock);
  const stop = new AbortController();
  const rest = alarm.listen()(1000, stop.signal);
  stop.abort();
  await rest;
  await alarm.listen()(1000, stop.signal);
  expect(clock.sleeping).toBe(0);
});
