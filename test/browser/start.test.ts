import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ownFolder } from '../fixtures/own-folder.ts';
import { ofCheckout, startProgram, type Program } from './program.ts';
import { quietFolder } from './quiet-folder.ts';
import { visit } from './visit.ts';

function started(...given: Parameters<typeof startProgram>): Program {
  const program = startProgram(...given);
  onTestFinished(async () => {
    await program.stop('SIGKILL');
  });
  return program;
}

/**
 * Replaces the user's browser on Linux with a script, and returns a function that starts a program, which
 * then opens the script as its browser.
 */
async function withBrowser(data: string, script: (tools: string) => string) {
  const tools = await ownFolder('tools');
  await writeFile(join(tools, 'xdg-open'), `#!/bin/sh\n${script(tools)}`, { mode: 0o755 });
  const env = { PATH: `${tools}:${process.env['PATH']}`, DISPLAY: ':99' };
  const start = () => started(['--browser', '--data', data], env, ofCheckout, true);
  return { tools, start };
}

describe('npm start', () => {
  it('prints an address that opens, says why there is no desktop app, and stops on request', async () => {
    const program = started(['--data', await quietFolder()]);
    const visitor = await visit(await program.ready());
    const page = await visitor.askAsPage({ path: '/' });
    expect(page).toMatchObject({ status: 200 });
    const script = /src="\.?(\/assets\/[^"]+)"/.exec(page.text)?.[1] ?? '';
    const headers = { 'content-type': 'text/javascript; charset=utf-8' };
    expect(await visitor.askAsPage({ path: script })).toMatchObject({ status: 200, headers });
    const { status, stdout, stderr } = await program.stop();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^[^\n]+ Darkslide opens in the browser instead\.\n/);
  });

  it.runIf(process.platform === 'linux')(
    'A3 passes the browser a private file that opens only once, and shows no token on a command line',
    async () => {
      const data = await quietFolder();
      // this script prints its command line, and the contents of the files that the command line names
      const { tools, start } = await withBrowser(
        data,
        (folder) => `
file=\${1#file://}
seen='${folder}/seen'
stat -c %a "$(dirname "$file")" "$file" > "$seen.part"
echo "$1" >> "$seen.part"
cat "$file" >> "$seen.part"
mv "$seen.part" "$seen"
`,
      );
      const program = start();
      const shown = await program.ready();
      await expect.poll(() => existsSync(join(tools, 'seen'))).toBe(true);
      const seen = await readFile(join(tools, 'seen'), 'utf8');
      const [folderMode, fileMode, url = '', ...page] = seen.split('\n');
      expect([folderMode, fileMode]).toEqual(['700', '600']);
      expect(url).toMatch(/^file:\/\/\/\S+\/sign-in\/[0-9a-f]{32}\.html$/);
      const [, address = ''] = /url=([^"]+)"/.exec(page.join('\n')) ?? [];
      expect(address).not.toBe(shown);

      const isIn = async (at: string) => (await visit(at)).session.page !== '';
      expect(await isIn(address)).toBe(true);
      await expect.poll(() => existsSync(join(data, 'sign-in'))).toBe(false);
      expect(await isIn(address)).toBe(false);
      // the address in the terminal can also be used only once; then the program prints a new one
      expect(await isIn(shown)).toBe(true);
      expect(await isIn(shown)).toBe(false);
      await expect.poll(() => program.address()).not.toBe(shown);
      expect(await isIn(program.address())).toBe(true);
      expect((await program.stop()).status).toBe(0);
    },
  );

  it.runIf(process.platform === 'linux')(
    'A3 removes the file for the browser when Darkslide ends, and also the file that a killed Darkslide has left',
    async () => {
      const data = await quietFolder();
      const { start } = await withBrowser(data, () => '');
      const files = () => readdir(join(data, 'sign-in')).catch(() => []);
      const first = start();
      await expect.poll(files).toHaveLength(1);
      const [left] = await files();
      await first.stop('SIGKILL');
      expect(await files()).toEqual([left]);
      const second = start();
      await expect.poll(files).not.toContain(left);
      await second.ready();
      expect((await second.stop()).status).toBe(0);
      expect(await files()).toEqual([]);
    },
  );

  it('writes neither the key nor the token to the data folder', async () => {
    const data = await quietFolder();
    const key = 'sk-dRk5L1d3-very-secret';
    const service = ['--service', 'http://127.0.0.1:1/openapi/v1'];
    const program = started(['--browser', '--data', data, ...service], { DARKSLIDE_API_KEY: key });
    const token = new URL(await program.ready()).searchParams.get('token') ?? 'none';
    const { stdout, stderr } = await program.stop();
    const files = await readdir(data, { recursive: true, withFileTypes: true });
    const whole = files.filter((entry) => entry.isFile());
    expect(whole.length).toBeGreaterThan(2);
    for (const { parentPath, name } of whole) {
      const text = await readFile(join(parentPath, name), 'latin1');
      expect(text.includes(key) || text.includes(token), name).toBe(false);
    }
    expect(stdout + stderr).not.toContain(key);
  });
});
