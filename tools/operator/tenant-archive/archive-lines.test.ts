import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ArchiveHead, type ArchiveLine, readArchive, sectionLine, writeArchive } from './archive-lines.ts';

const head: ArchiveHead = {
  psa_archive: 1,
  tenant: '01a217fb-615f-7643-a73a-1a841b064d4b',
  slug: 'demo',
  name: 'Demo',
  exported_at: '2026-11-26T13:12:47.042Z',
  migrations: { clients: ['0001-clients'] },
  encryption_keys: ['local'],
};
const section = { table: 'clients.clients', columns: ['tenant', 'notes'] };
const rows = ['{"tenant":"1","notes":"a"}', '{"tenant":"1","notes":"# not a mark\\n"}'];

describe('an archive', () => {
  let folder: string;
  let path: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'psa-archive-'));
    path = join(folder, 'demo.gz');
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function* lines() {
    yield sectionLine(section);
    yield* rows;
  }
  const read = async () => {
    const found: ArchiveLine[] = [];
    for await (const line of readArchive(path)) found.push(line);
    return found;
  };
  const rewrite = async (change: (text: string) => string) => {
    await writeArchive(path, head, lines());
    await writeFile(path, gzipSync(change(gunzipSync(await readFile(path)).toString())));
  };

  it('gives back what was written', async () => {
    await writeArchive(path, head, lines());
    expect(await read()).toEqual([{ head }, { section }, ...rows.map((row) => ({ row }))]);
    expect(await readdir(folder)).toEqual(['demo.gz']);
  });

  it('is not there when its lines end early', async () => {
    await rm(path, { force: true });
    const failing = async function* () {
      yield* lines();
      await Promise.reject(new Error('lost the database'));
    };
    await expect(writeArchive(path, head, failing())).rejects.toThrow('lost the database');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['is cut off', (text: string) => text.slice(0, text.lastIndexOf('#')), 'is cut off'],
    ['was changed', (text: string) => text.replace('"notes":"a"', '"notes":"b"'), 'its checksum is wrong'],
    ['goes on', (text: string) => `${text}{}\n`, 'goes on after its end'],
    ['is of another kind', () => '{"id":1}\n', 'is no archive of a tenant'],
    ['is empty', () => '', 'is cut off'],
  ])('that %s is refused', async (_, change, reason) => {
    await rewrite(change);
    await expect(read()).rejects.toThrow(reason);
  });

  it('whose bytes end in the middle is refused', async () => {
    await writeArchive(path, head, lines());
    const whole = await readFile(path);
    await writeFile(path, whole.subarray(0, whole.length / 2));
    await expect(read()).rejects.toThrow('cannot be read');
  });
});
