import { ApiError } from '@psa/contract-kit';
import busboy from 'busboy';
import { assertStorableText } from './request-body.ts';

/** The one file of a multipart body. */
export interface UploadedFile {
  /** Member of the form the file came in. */
  readonly field: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

const LIMITS = { files: 1, fields: 50, fieldSize: 64 * 1024 };

/**
 * Parses multipart/form-data with text fields and exactly one file.
 * @throws UNSUPPORTED_MEDIA_TYPE for another content type, VALIDATION_ERROR when the file is missing, not the only one, or the body malformed
 */
export async function parseMultipart(
  raw: Buffer,
  contentType: string | undefined,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data');
  }
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  await new Promise<void>((resolve, reject) => {
    const malformed = () => reject(refused('invalid_multipart', [], 'must be well-formed multipart/form-data'));
    try {
      const parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits: LIMITS });
      parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
        if (name === undefined) malformed();
        else if (valueTruncated) reject(refused('too_big', [name], `must not be longer than ${LIMITS.fieldSize} bytes`));
        else fields[name] = value;
      });
      parser.on('file', (field: string | undefined, stream, { filename, mimeType }) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          file = { field: field ?? '', filename: withoutControls(filename ?? ''), mimeType, bytes: joined(chunks) };
        });
        // A form that ends within its file is an error of the file's stream too, and without a listener that ends the process.
        stream.on('error', malformed);
      });
      parser.on('filesLimit', () => reject(refused('too_big', ['file'], 'must be the only file')));
      parser.on('fieldsLimit', () => reject(refused('too_big', [], `must not have more than ${LIMITS.fields} fields`)));
      parser.on('close', resolve);
      parser.on('error', malformed);
      parser.end(raw);
    } catch {
      malformed();
    }
  });
  if (file === undefined) {
    throw refused('required', ['file'], 'a file is required');
  }
  for (const [name, value] of Object.entries(fields)) assertStorableText(value, [name]);
  return { fields, file };
}

/** The pieces as one: where they lie one behind the other in the same memory, that memory, so that a file is not held twice. */
function joined(pieces: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = pieces;
  let end = first.byteOffset;
  for (const piece of pieces) {
    if (piece.buffer !== first.buffer || piece.byteOffset !== end) return Buffer.concat(pieces);
    end += piece.length;
  }
  return Buffer.from(first.buffer, first.byteOffset, end - first.byteOffset);
}

/** The extended notation of file names (RFC 8187) can smuggle line ends and NUL into names that end up in rows and headers. */
function withoutControls(filename: string): string {
  // eslint-disable-next-line no-control-regex
  return filename.replaceAll(/[\x00-\x1f\x7f]/g, '_');
}

function refused(code: string, path: string[], message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', undefined, [{ code, path, message }]);
}
