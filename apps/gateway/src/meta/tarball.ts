import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const BLOCK = 512;

/** Files longer than this are the same in every archive and compressed once: anybody may ask for one, and it is megabytes. */
const MIN_KEPT_LENGTH = 16_384;
const kept = new Map<string, Promise<Buffer>>();
const compress = promisify(gzip);

/** Files as a gzipped tar archive below `package/`, the form npm installs from. Each file is a gzip member of its own (RFC 1952, 2.2). */
export async function packTarball(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const members = Object.entries(files).map(([path, text]) => {
    if (text.length < MIN_KEPT_LENGTH) return compress(entry(path, text));
    let member = kept.get(path);
    if (member === undefined) kept.set(path, (member = compress(entry(path, text))));
    return member;
  });
  return Buffer.concat([...(await Promise.all(members)), await compress(Buffer.alloc(2 * BLOCK))]);
}

function entry(path: string, text: string): Buffer {
  const bytes = Buffer.from(text);
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
  return Buffer.concat([header(`package/${path}`, bytes.length), bytes, padding]);
}

/** Head of one file in the ustar format (POSIX.1-1988): fixed fields, numbers in octal. */
function header(path: string, size: number): Buffer {
  if (path.length > 100) throw new RangeError(`a path of more than 100 letters does not fit: ${path}`);
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  head.write(path, 0);
  head.write(octal(0o644, 8), 100);
  head.write(octal(0, 8), 108);
  head.write(octal(0, 8), 116);
  head.write(octal(size, 12), 124);
  // A fixed time: the same files make the same archive.
  head.write(octal(0, 12), 136);
  head.write('        ', 148);
  head.write('0', 156);
  head.write('ustar\u000000', 257);
  const checksum = head.reduce((sum, byte) => sum + byte, 0);
  head.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}
