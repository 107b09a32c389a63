import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { Refusal } from '../../local/refusal.ts';

/** The first line of an archive. */
export const ArchiveHead = z.strictObject({
  psa_archive: z.literal(1),
  tenant: z.guid(),
  slug: z.string(),
  name: z.string(),
  exported_at: z.iso.datetime(),
  /** Names of the migrations by service. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** Names of the key-encryption keys without which the sealed secrets in it cannot be read. */
  encryption_keys: z.array(z.string()),
});
export type ArchiveHead = z.output<typeof ArchiveHead>;

/** Tells what the following lines are, up to the next such line: rows of a table, or the bytes of a file in pieces; of a missing file there are none. */
export const ArchiveSection = z.union([
  z.strictObject({ table: z.string(), columns: z.array(z.string()) }),
  z.strictObject({ blob: z.string(), service: z.string(), size: z.number().int() }),
  z.strictObject({ missing: z.string() }),
]);
export type ArchiveSection = z.output<typeof ArchiveSection>;

/** The last line. */
const ArchiveEnd = z.strictObject({ end: z.literal(true), sha256: z.string() });

/** Begins every line that is no row: a row is an object of columns. */
const MARK = '#';

/** A line that begins a section. */
export function sectionLine(section: ArchiveSection): string {
  return MARK + JSON.stringify(section);
}

/**
 * Writes an archive: lines of JSON, compressed, with a checksum of all at the end. It has its name once it is whole.
 * @param lines without the head and the end
 */
export async function writeArchive(path: string, head: ArchiveHead, lines: AsyncIterable<string>): Promise<void> {
  const hash = createHash('sha256');
  const all = async function* () {
    const chunk = (line: string) => {
      hash.update(line).update('\n');
      return `${line}\n`;
    };
    yield chunk(MARK + JSON.stringify(head));
    for await (const line of lines) yield chunk(line);
    yield `${MARK}${JSON.stringify({ end: true, sha256: hash.digest('hex') } satisfies z.output<typeof ArchiveEnd>)}\n`;
  };
  const unfinished = `${path}.part`;
  try {
    await pipeline(all, createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** A line of an archive that is being read. */
export type ArchiveLine = { readonly head: ArchiveHead } | { readonly section: ArchiveSection } | { readonly row: string };

/**
 * Reads an archive line by line.
 * @throws Refusal when it is none, is cut off, or was changed: that shows at its end at the latest
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveLine> {
  const hash = createHash('sha256');
  let isFirst = true;
  let isEnded = false;
  const source = createReadStream(path);
  const text = source.pipe(createGunzip());
  source.on('error', (error) => text.destroy(error));
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
      const marked = line.startsWith(MARK) ? parsed(line.slice(MARK.length)) : undefined;
      const end = ArchiveEnd.safeParse(marked);
      if (end.success) {
        if (end.data.sha256 !== hash.digest('hex')) throw new Refusal(`${path} was changed after it was written: its checksum is wrong.`);
        isEnded = true;
        continue;
      }
      if (isEnded) throw new Refusal(`${path} goes on after its end.`);
      hash.update(line).update('\n');
      if (isFirst) {
        const head = ArchiveHead.safeParse(marked);
        if (!head.success) throw new Refusal(`${path} is no archive of a tenant.`);
        yield { head: head.data };
      } else if (marked === undefined) yield { row: line };
      else yield { section: ArchiveSection.parse(marked) };
      isFirst = false;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (isFaultOfFile(error)) throw new Refusal(`${path} cannot be read: ${error.message}`);
    throw error;
  } finally {
    source.destroy();
    text.destroy();
  }
  if (!isEnded) throw new Refusal(`${path} is cut off.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Faults of reading and of unpacking carry a code such as ENOENT or Z_DATA_ERROR. */
function isFaultOfFile(error: unknown): error is NodeJS.ErrnoException {
  return types.isNativeError(error) && /^(?:E[A-Z]+|Z_\w+)$/.test(String((error as NodeJS.ErrnoException).code));
}
