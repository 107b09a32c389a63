import { createHash } from 'node:crypto';
import { invalidField } from '@psa/contract-kit';
import { MAX_AVATAR_BYTES } from '@psa/contracts-identity';
import type { UploadedFile } from '@psa/http-kit';

const EDGE = 512;
/** A picture that unfolds to more is made to exhaust whoever opens it. */
const MOST_PIXELS = 50_000_000;
const SECONDS = 10;

export const AVATAR_TYPE = 'image/webp';

export interface DrawnAvatar {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
];

/** Whether a file is one of the formats that are taken, by what is in it and not by what it is called. PNG, JPEG, WebP, GIF. */
export function isPicture(bytes: Buffer): boolean {
  return SIGNATURES.some((matches) => matches(bytes));
}

/**
 * Draws an uploaded picture anew: upright, square-fitting, as one WebP. Where it was taken, by what, and whatever else a file
 * can hold stays behind.
 * @throws VALIDATION_ERROR naming avatar
 */
export async function drawAvatar({ field, bytes }: UploadedFile): Promise<DrawnAvatar> {
  if (field !== 'avatar') throw invalidField('avatar', 'is the field the picture belongs in', 'required');
  if (bytes.length > MAX_AVATAR_BYTES) throw invalidField('avatar', 'has 5 MB at most', 'too_big');
  if (!isPicture(bytes)) throw invalidField('avatar', 'must be a PNG, JPEG, WebP or GIF', 'unsupported_format');
  // Loaded when the first picture comes: it brings a library of its own, and most replicas never draw one.
  const { default: sharp } = await import('sharp');
  try {
    const drawn = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate().resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 })
      .timeout({ seconds: SECONDS }).toBuffer();
    return { bytes: drawn, sha256: createHash('sha256').update(drawn).digest('hex') };
  } catch {
    throw invalidField('avatar', 'is damaged, or too large to be drawn', 'unreadable');
  }
}
