import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { success } from '#shared/problem.ts';
import { ownFolder } from '../../../test/fixtures/own-folder.ts';
import { startPostgres } from '../../../test/fixtures/postgres.ts';
import { selfSigned } from '../../../test/service/self-signed.ts';
import { addressText, isLoopback, readAddress } from './address.ts';
import { withClient, type DatabaseAccess } from './connection.ts';

const server = await startPostgres();
afterAll(() => server.close());

/** Connects; returns whether the connection is encrypted, or the problem's code if it failed. */
async function connect(change: Partial<DatabaseAccess> = {}): Promise<string | boolean> {
  const connected = await withClient({ ...server.admin, ...change }, async (client) => {
    const { rows } = await client.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    return success(rows[0]?.ssl ?? false);
  });
  return connected.ok ? connected.value : connected.problem.code;
}

/** An address of this computer that Darkslide does not recognise as such. */
const elsewhere = '::ffff:127.0.0.1';

describe('a connection', () => {
  it('needs no TLS on this computer, and is refused without TLS elsewhere', async () => {
    expect(await connect()).toBe(false);
    expect(isLoopback(elsewhere)).toBe(false);
    expect(await connect({ host: elsewhere })).toBe('studio-unreachable');
  });

  describe('with TLS', () => {
    let certificateFile = '';
    beforeAll(async () => {
      const certificate = selfSigned();
      await server.useTls(certificate);
      certificateFile = join(await ownFolder('tls', afterAll), 'ca.pem');
      await writeFile(certificateFile, certificate.cert);
    });

    it('is encrypted if the certificate is trusted, and refused if it is not', async () => {
      await expect.poll(() => connect({ certificateFile })).toBe(true);
      expect(await connect({ host: elsewhere })).toBe('studio-certificate');
      const other = `${certificateFile}.other`;
      await writeFile(other, selfSigned().cert);
      expect(await connect({ certificateFile: other })).toBe('studio-certificate');
    });

    it('is refused, with the reason, if the file of the certificate authority is missing', async () => {
      const gone = `${certificateFile}.gone`;
      expect(await connect({ certificateFile: gone })).toBe('studio-certificate');
    });

    it('is refused if the certificate is for another host', async () => {
      expect(await connect({ host: 'localhost', certificateFile })).toBe('studio-certificate');
    });
  });
});

describe('an address', () => {
  it.each([
    [
      'postgres://anna@db.lan/studio',
      { host: 'db.lan', port: 5432, database: 'studio', user: 'anna' },
    ],
    ['postgresql://a%20b@[::1]:6000/x', { host: '::1', port: 6000, database: 'x', user: 'a b' }],
  ])('%s is read, and is the same after it is written and read again', (text, address) => {
    expect(readAddress(text)).toEqual({ ok: true, value: address });
    expect(readAddress(addressText(address))).toEqual({ ok: true, value: address });
  });

  it.each([
    '',
    'db.lan/studio',
    'http://anna@db.lan/x',
    'postgres://db.lan/x',
    'postgres://anna@db.lan',
    'postgres://anna@db.lan/x?sslmode=disable',
  ])('%s is refused', (text) => {
    expect(readAddress(text)).toMatchObject({ problem: { code: 'studio-address' } });
  });
});
