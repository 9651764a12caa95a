import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../../test/intake/hot-folder-harness.ts';
import { openFolderSession, type FolderSession } from '../../../test/handlers/folder-session.ts';
import { jpeg } from '../../../test/intake/hot-folder-harness.ts';
import { createAsk } from './ask.ts';
import { createLargeDropConfirmations } from '../../app/command-line/large-drop-confirmations.ts';
import { createOutput } from './output.ts';
import { english, speechIn } from './speech.ts';
import { talkOf } from './talk.ts';

const speech = await speechIn(english);
let session: FolderSession;

/** Opens a hot folder with an open question about three photos, and a terminal to answer it. */
async function asking() {
  session = await openFolderSession(2);
  const { id } = await session.add(await session.draft('drop', await session.recipe('White')));
  await session.until(id, { state: 'watching' });
  session.studio().pauseAll();
  for (const n of [1, 2, 3]) await session.put(`drop/${n}.jpg`, await jpeg(n));
  await session.until(id, { asks: { photos: 3 }, settling: 0 });
  const [input, output] = [new PassThrough(), new PassThrough()];
  Object.assign(input, { isTTY: true });
  Object.assign(output, { isTTY: true });
  let shown = '';
  output.on('data', (text: Buffer) => (shown += text.toString()));
  const out = createOutput(
    { json: false, verbose: false, secrets: [], mono: () => 0, speech },
    new PassThrough(),
    output,
  );
  const stop = new AbortController();
  const questions = createLargeDropConfirmations(
    talkOf({ ...speech, out, ask: createAsk(input, output, stop.signal) }),
    session.studio(),
  );
  questions.ask(id);
  return { id, input, questions, stop, shown: () => shown };
}

describe('the question about a large drop on a terminal', () => {
  it('B7 is asked once, and watching continues after the answer', async () => {
    const { id, input, questions, shown } = await asking();
    questions.listen({ kind: 'intake', hotFolderId: id, event: { kind: 'asks', path: '3.jpg' } });
    expect(questions.isAsking()).toBe(true);
    expect(shown()).toMatch(
      /drop: 3 photos \(\d+ images\) arrived at once\. .+ run, leave, always\? $/,
    );
    input.write('certainly\n');
    await eventually(() => expect(shown().match(/always\? /g)).toHaveLength(2));
    input.write(' Run\n');
    await session.until(id, { asks: null, counts: { total: 3 }, asksDrops: true });
    expect(await questions.end()).toBe(false);
    expect(questions.isAsking()).toBe(false);
  });

  it('B7 is asked again if more photos arrived before the answer', async () => {
    const { id, input, questions, shown } = await asking();
    await session.put('drop/4.jpg', await jpeg(4));
    await session.until(id, { asks: { photos: 4 }, settling: 0 });
    input.write('always\n');
    await eventually(() => expect(shown()).toContain('4 photos'));
    expect((await session.card(id)).counts.total).toBe(0);
    input.write('always\n');
    await session.until(id, { asks: null, counts: { total: 4 }, asksDrops: false });
    expect(await questions.end()).toBe(false);
  });

  it('B7 stays open when the command ends, and the commands that answer it are printed', async () => {
    const { id, questions, stop, shown } = await asking();
    stop.abort();
    expect(await questions.end()).toBe(true);
    for (const word of ['run', 'leave', 'always']) {
      expect(shown()).toContain(`darkslide answer-drop ${id} ${word}: `);
    }
    expect((await session.card(id)).asks).toMatchObject({ photos: 3 });
  });
});
