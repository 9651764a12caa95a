import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createAsk, isYes } from './ask.ts';

function terminal(isTTY = true) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  Object.assign(input, { isTTY });
  Object.assign(output, { isTTY });
  return { input, output, said: () => String(output.read() ?? '') };
}

describe('a question on a terminal', () => {
  it.each([
    ['y', true],
    [' YES ', true],
    ['', false],
    ['n', false],
    ['yesterday', false],
  ])('answered with "%s" counts as yes: %s', async (typed, meant) => {
    const { input, output, said } = terminal();
    const answer = createAsk(input, output, new AbortController().signal)?.('Delete it? ');
    input.write(`${typed}\n`);
    expect(await answer).toBe(typed);
    expect(isYes(typed, 'y yes')).toBe(meant);
    expect(said()).toBe('Delete it? ');
  });

  it('has no answer after Ctrl-C or at the end of the input, and no answer counts as no', async () => {
    const ending = terminal();
    const atEnd = createAsk(ending.input, ending.output, new AbortController().signal)?.('?');
    ending.input.end();
    expect(await atEnd).toBeNull();
    expect(isYes(null, 'y yes')).toBe(false);

    const interrupt = new AbortController();
    const stopping = terminal();
    const stopped = createAsk(stopping.input, stopping.output, interrupt.signal)?.('?');
    interrupt.abort();
    expect(await stopped).toBeNull();
  });

  it('is not asked without a terminal', () => {
    const { input, output } = terminal(false);
    expect(createAsk(input, output, new AbortController().signal)).toBeNull();
  });
});
