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

/**
 * Parses multipart/form-data with text fields and exactly one file.
 * @throws UNSUPPORTED_MEDIA_TYPE for another content type, VALIDATION_ERROR when the file is missing or the body malformed
 */
export async function parseMultipart(raw: Buffer, contentType: string | undefined): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) {
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data');
  }
  const fields: Record<string, string> = {};
  let file: UploadedFile | undefined;
  await new Promise<void>((resolve, reject) => {
    const malformed = () => reject(new ApiError('VALIDATION_ERROR', undefined, [{ code: 'invalid_multipart', path: [], message: 'must be well-formed multipart/form-data' }]));
    try {
      const parser = busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits: { files: 1, fields: 50, fieldSize: 64 * 1024 } });
      parser.on('field', (name, value) => { fields[name] = value; });
      parser.on('file', (field, stream, { filename, mimeType }) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => { file = { field, filename: filename ?? '', mimeType, bytes: Buffer.concat(chunks) }; });
      });
      parser.on('close', resolve);
      parser.on('error', malformed);
      parser.end(raw);
    } catch {
      malformed();
    }
  });
  if (file === undefined) {
    throw new ApiError('VALIDATION_ERROR', undefined, [{ code: 'required', path: ['file'], message: 'a file is required' }]);
  }
  for (const [name, value] of Object.entries(fields)) assertStorableText(value, [name]);
  return { fields, file };
}
