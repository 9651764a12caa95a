import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareFirstStart } from '../e2e/first-start.ts';
import { ofCheckout, startProgram, type Program } from './program.ts';
import { visit } from './visit.ts';

/** A data folder of the test's own, in which the demo finds no photographs to work on. */
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'darkslide-start-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  await prepareFirstStart(path, 'none');
  return path;
}

function started(...given: Parameters<typeof startProgram>): Program {
  const program = startProgram(...given);
  onTestFinished(async () => {
    await program.stop('SIGKILL');
  });
  return program;
}

describe('npm start', () => {
  it('prints an address that opens, says why there is no desktop app, and stops when told', async () => {
    const program = started(['--data', await folder()]);
    const visitor = await visit(await program.ready());
    const page = await visitor.askAsPage({ path: '/' });
    expect(page).toMatchObject({ status: 200 });
    const script = /src="\.?(\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? '';
    expect(await visitor.askAsPage({ path: script })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    const { status, stdout, stderr } = await program.stop();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^[^\n]+ Darkslide opens in the browser instead\.\n/);
  });

  it.runIf(process.platform === 'linux')(
    'A3 hands the browser a private file that opens once, and shows no token on a command line',
    async () => {
      const data = await folder();
      const tools = await folder();
      const seen = join(tools, 'seen');
      // stands in for the person's browser: says what its command line and the files behind it tell
      const script = `#!/bin/sh
file=\${1#file://}
stat -c %a "$(dirname "$file")" "$file" > '${seen}.part'
echo "$1" >> '${seen}.part'
cat "$file" >> '${seen}.part'
mv '${seen}.part' '${seen}'
`;
      await writeFile(join(tools, 'xdg-open'), script, { mode: 0o755 });
      const env = { PATH: `${tools}:${process.env['PATH']}`, DISPLAY: ':99' };
      const args = ['--browser', '--data', data];
      const program = started(args, env, ofCheckout, true);
      const shown = await program.ready();
      await vi.waitFor(() => expect(existsSync(seen)).toBe(true), { timeout: 40_000 });
      const [folderMode, fileMode, url = '', ...page] = (await readFile(seen, 'utf8')).split('\n');
      expect([folderMode, fileMode]).toEqual(['700', '600']);
      expect(url).toMatch(/^file:\/\/\/\S+\/sign-in\/[0-9a-f]{32}\.html$/);
      const [, address = ''] = /url=([^"]+)"/.exec(page.join('\n')) ?? [];
      expect(address).not.toBe(shown);

      expect((await visit(address)).session.page).not.toBe('');
      await vi.waitFor(() => expect(existsSync(join(data, 'sign-in'))).toBe(false), 40_000);
      expect((await visit(address)).session.page).toBe('');
      // the one in the terminal is used up as well, and another one takes its place
      expect((await visit(shown)).session.page).not.toBe('');
      expect((await visit(shown)).session.page).toBe('');
      await vi.waitFor(() => expect(program.address()).not.toBe(shown), 40_000);
      expect((await visit(program.address())).session.page).not.toBe('');
      expect((await program.stop()).status).toBe(0);
    },
  );

  it.runIf(process.platform === 'linux')(
    'A3 removes the file of the browser when Darkslide ends, and that of a start that was killed',
    async () => {
      const data = await folder();
      const tools = await folder();
      await writeFile(join(tools, 'xdg-open'), '#!/bin/sh\n', { mode: 0o755 });
      const env = { PATH: `${tools}:${process.env['PATH']}`, DISPLAY: ':99' };
      const files = () => readdir(join(data, 'sign-in')).catch(() => []);
      const begin = async () => {
        const program = started(['--browser', '--data', data], env, ofCheckout, true);
        await vi.waitFor(async () => expect(await files()).toHaveLength(1), { timeout: 40_000 });
        return program;
      };
      const first = await begin();
      const [left] = await files();
      await first.stop('SIGKILL');
      expect(await files()).toEqual([left]);
      const second = started(['--browser', '--data', data], env, ofCheckout, true);
      await vi.waitFor(async () => expect(await files()).not.toContain(left), { timeout: 40_000 });
      await second.ready();
      expect((await second.stop()).status).toBe(0);
      expect(await files()).toEqual([]);
    },
  );

  it('lets no key and no token into the data folder', async () => {
    const data = await folder();
    const key = 'sk-dRk5L1d3-very-secret';
    const service = ['--service', 'http://127.0.0.1:1/openapi/v1'];
    const program = started(['--browser', '--data', data, ...service], { DARKSLIDE_API_KEY: key });
    const token = new URL(await program.ready()).searchParams.get('token') ?? 'none';
    const { stdout, stderr } = await program.stop();
    const files = await readdir(data, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
    );
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text.includes(key) || text.includes(token)).toBe(false);
    expect(stdout + stderr).not.toContain(key);
  });
});
