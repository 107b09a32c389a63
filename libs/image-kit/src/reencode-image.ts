import { createHash } from 'node:crypto';
import { invalidField } from '@psa/contract-kit';
import type { Sharp } from 'sharp';

/** A picture as it is kept. */
export interface Picture {
  readonly media_type: 'image/webp';
  readonly bytes: Buffer;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;
}

const LONGEST_EDGE = 512;
/** 64 megapixels: what a few kilobytes may unfold to is bounded before it is unfolded. */
const MAX_PIXELS = 8_000 * 8_000;
const TIMEOUT_SECONDS = 10;
const QUALITY = 90;

/** How files of the formats that are taken begin: PNG, JPEG, WebP, GIF. */
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
];

/**
 * Draws an uploaded picture anew, upright, as one WebP of at most 512 by 512 pixels: what a file holds beside its pixels, such as
 * places, scripts or another file, is not kept.
 * @param field the form field it belongs in, which an error names
 * @throws VALIDATION_ERROR for a file in another field, and for what is no whole picture of a known format, by what is in the file
 *   and not by what it is called
 */
export async function reencodeImage(
  field: string,
  { field: given, bytes }: { readonly field: string; readonly bytes: Buffer },
): Promise<Picture> {
  if (given !== field) throw invalidField(field, 'is the field the picture belongs in', 'required');
  assertPicture(field, bytes);
  const webp = await drawn(field, async () => (await prepared(bytes)).webp({ quality: QUALITY }).toBuffer());
  return { media_type: 'image/webp', bytes: webp, checksum: createHash('sha256').update(webp).digest('hex') };
}

/**
 * Draws an uploaded logo anew, upright and on white, as one PNG of at most 512 by 512 pixels: documents take neither WebP nor broken
 * files.
 * @param field the member it is in, which an error names
 * @throws VALIDATION_ERROR for what is no whole picture of a known format
 */
export async function reencodeLogo(field: string, bytes: Buffer): Promise<Buffer> {
  assertPicture(field, bytes);
  return drawn(field, async () => (await prepared(bytes)).flatten({ background: '#ffffff' }).png({ palette: true }).toBuffer());
}

function assertPicture(field: string, bytes: Buffer): void {
  // Before any decoder sees it: the library knows formats that are not wanted here.
  if (!SIGNATURES.some((matches) => matches(bytes))) throw invalidField(field, 'must be a PNG, JPEG, WebP or GIF', 'unsupported_format');
}

function drawn(field: string, draw: () => Promise<Buffer>): Promise<Buffer> {
  return draw().catch(() => {
    // Whatever the decoder says of the file, the caller can do one thing about it.
    throw invalidField(field, 'is damaged, or has more than 64 megapixels', 'unreadable');
  });
}

async function prepared(bytes: Buffer): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: TIMEOUT_SECONDS });
}

/** Loaded by the first upload: the library takes memory that most instances never need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
