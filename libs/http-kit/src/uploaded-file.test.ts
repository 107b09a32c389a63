import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '@psa/contract-kit';
import { safeFilename, safeMediaType, uploadFacts } from './uploaded-file.ts';

const file = { field: 'file', filename: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('abc') };

describe('an uploaded file', () => {
  it('is known by its size and checksum', () => {
    expect(uploadFacts(file)).toEqual({
      original_filename: 'a.txt',
      mime_type: 'text/plain',
      file_size: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    });
  });

  it.each([
    ['empty', { bytes: Buffer.alloc(0) }],
    ['in another form field', { field: 'upload' }],
  ])('is refused when it is %s', (_, given) => {
    expect(() => uploadFacts({ ...file, ...given })).toThrow(ApiError);
  });

  it.each([
    ['text/plain', 'text/plain'],
    ['Application/PDF', 'application/pdf'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['image/svg+xml', 'image/svg+xml'],
    ['text/html\r\nset-cookie: a=b', 'application/octet-stream'],
    ['text/html; charset=utf-8', 'application/octet-stream'],
    ['text', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    [`text/${'x'.repeat(200)}`, 'application/octet-stream'],
  ])('said to be %p is kept as %p', (given, expected) => {
    expect(safeMediaType(given)).toBe(expected);
  });

  it.each([
    ['Wartungsvertrag Übersicht.pdf', 'Wartungsvertrag Übersicht.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.docx', 'plan.docx'],
    ['a\r\nb\0.txt', 'ab.txt'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['..', 'document'],
    ['  ', 'document'],
    ['', 'document'],
    [`${'x'.repeat(300)}.tar`, `${'x'.repeat(251)}.tar`],
  ])('named %p is kept as %p', (given, expected) => {
    expect(safeFilename(given)).toBe(expected);
  });

  it('has a name that any header and any disk can take, whatever was given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = safeFilename(given);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(255);
        expect(name).not.toMatch(/[\p{Cc}/\\]/u);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});
