import { createHash } from 'node:crypto';
import { invalidField } from '@psa/contract-kit';
import type { UploadedFile } from '@psa/http-kit';

/** A picture as it is kept. */
export interface Picture {
  readonly media_type: string;
  readonly bytes: Buffer;
  /** Of the bytes, in hexadecimal. */
  readonly checksum: string;
}

const FORMATS: readonly string[] = ['png', 'jpeg', 'webp', 'gif'];
const LONGEST_EDGE = 512;
/** 64 megapixels: what a few kilobytes may unfold to is bounded before it is unfolded. */
const MAX_PIXELS = 8_000 * 8_000;

/**
 * Draws an uploaded picture anew: what a file holds beside its pixels, such as places, scripts or another file, is not kept.
 * @throws VALIDATION_ERROR for what is no picture of a known format
 */
export async function encodePicture({ field, bytes }: UploadedFile): Promise<Picture> {
  if (field !== 'file') throw invalidField('file', 'a file is required', 'required');
  // Whatever the decoder says of the file, the caller can do one thing about it.
  const drawn = await draw(bytes, await loadSharp()).catch(() => undefined);
  if (drawn === undefined) throw invalidField('file', 'must be a whole PNG, JPEG, WebP or GIF of at most 64 megapixels', 'invalid_picture');
  return { media_type: 'image/webp', bytes: drawn, checksum: createHash('sha256').update(drawn).digest('hex') };
}

async function draw(bytes: Buffer, sharp: Sharp): Promise<Buffer | undefined> {
  const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
  const { format } = await source.metadata();
  if (!FORMATS.includes(format)) return undefined;
  return source.autoOrient().resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true }).webp({ quality: 90 }).toBuffer();
}

type Sharp = Awaited<ReturnType<typeof loadSharp>>;

/** Loaded by the first upload: the library takes memory that most instances never need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
