import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { type CertificateFiles, TestAuthority } from '@psa/test-kit/tls';
import { ReloadedTls } from './reloaded-tls.ts';

class Lines {
  readonly written: string[] = [];
  readonly info = (_: object, message: string) => this.written.push(message);
  readonly warn = (_: object, message: string) => this.written.push(message);
}

describe('certificates in files', () => {
  let authority: TestAuthority;
  let folder: string;
  let files: CertificateFiles;
  let log: Lines;
  let tls: ReloadedTls;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'psa-reloaded-'));
    authority = await TestAuthority.create();
    files = await authority.renew(folder, ['localhost'], 10);
    log = new Lines();
    tls = new ReloadedTls(files, { log, checkEveryMs: 20 });
  });
  afterEach(() => {
    tls.close();
    rmSync(folder, { recursive: true });
  });

  const daysLeft = () => Math.round(((tls.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000);

  it('are read again when they change, and whoever uses them is told', async () => {
    let reloads = 0;
    tls.onReload(() => reloads++);
    const { context } = tls;
    expect(daysLeft()).toBe(10);
    await authority.renew(folder, ['localhost'], 20);
    await eventually(() => daysLeft() === 20);
    expect(tls.context).not.toBe(context);
    // The files change one after the other, so that one in between may have been read as well.
    expect(reloads).toBeGreaterThan(0);
    expect(log.written.at(-1)).toBe('certificates reloaded');
  });

  it('stay as they were while the files do not belong together, which is said once', async () => {
    const { cert } = await authority.issue(['localhost'], 20);
    writeFileSync(files.certFile, cert);
    await eventually(() => log.written.length > 0);
    for (let index = 0; index < 3; index++) tls.reload();
    expect(daysLeft()).toBe(10);
    expect(log.written).toEqual(['changed certificates cannot be used: the former ones stay']);
    await authority.renew(folder, ['localhost'], 30);
    await eventually(() => daysLeft() === 30);
  });

  it('stay as they were while a file is missing', () => {
    rmSync(files.keyFile);
    tls.reload();
    expect(daysLeft()).toBe(10);
    expect(log.written).toHaveLength(1);
  });

  it('are not read by whoever has closed them', async () => {
    tls.close();
    await authority.renew(folder, ['localhost'], 20);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(daysLeft()).toBe(10);
  });

  it('must be there, and belong together, from the start', async () => {
    const { key } = await authority.issue(['localhost']);
    writeFileSync(files.keyFile, key);
    expect(() => new ReloadedTls(files, { log })).toThrow('key values mismatch');
    expect(() => new ReloadedTls({ caFile: join(folder, 'none') }, { log })).toThrow('ENOENT');
  });
});
