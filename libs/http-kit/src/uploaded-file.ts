import { createHash } from 'node:crypto';
import { invalidField } from '@psa/contract-kit';
import type { UploadedFile } from './multipart.ts';

/** Headers of a download of an upload. Uploads are not to be trusted: no browser may guess their type, run them or let them load anything. */
export const UNTRUSTED_FILE_HEADERS = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;
const MAX_FILENAME = 255;

/** What is kept of an uploaded file beside its bytes. */
export interface FileFacts {
  readonly original_filename: string;
  readonly mime_type: string;
  readonly file_size: number;
  readonly sha256: string;
}

/** What is kept of an uploaded file. @throws VALIDATION_ERROR for a file in another form field, or an empty one */
export function uploadFacts({ field, filename, mimeType, bytes }: UploadedFile): FileFacts {
  if (field !== 'file') throw invalidField('file', 'a file is required', 'required');
  if (bytes.length === 0) throw invalidField('file', 'must not be empty', 'empty_file');
  return {
    original_filename: safeFilename(filename),
    mime_type: safeMediaType(mimeType),
    file_size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}

/** The media type as given if it can stand in a header as it is, else the one of unknown bytes. */
export function safeMediaType(given: string): string {
  const type = given.trim().toLowerCase();
  return MEDIA_TYPE.test(type) ? type : 'application/octet-stream';
}

/** The last part of the name without control characters and marks that turn text around; the extension survives shortening. */
export function safeFilename(given: string): string {
  const name = (given.split(/[\\/]/).at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  if (name === '' || /^\.+$/.test(name)) return 'document';
  if (name.length <= MAX_FILENAME) return name;
  const extension = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  return (name.slice(0, MAX_FILENAME - extension.length) + extension).toWellFormed();
}
