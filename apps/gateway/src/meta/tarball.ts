import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const BLOCK = 512;

/** Files as a gzipped tar archive below `package/`, the form npm installs from. */
export function packTarball(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const bytes = Buffer.from(text);
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [header(`package/${path}`, bytes.length), bytes, padding];
  });
  return promisify(gzip)(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
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
