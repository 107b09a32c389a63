import { ApiError, type Form, invalidField, notFound } from '@psa/contract-kit';
import { describe, expect, it } from '@jest/globals';
import { renderError } from './error-form.ts';
import { toApiError } from './error-mapping.ts';
import { errorReply } from './reply.ts';

const issue = { code: 'custom', path: ['parts', 0, 'name'], message: 'is missing' };
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
const meta = { timestamp, version: '1.0.0', request_id: 'r-1' };

describe('an error in the form of its route', () => {
  it.each<[Form, string, ApiError, object]>([
    ['data', 'without details', notFound('Asset'), { error: { code: 'NOT_FOUND', message: 'Asset not found', request_id: 'r-1' } }],
    ['asset', 'without details', notFound('Asset'), { success: false, error: { code: 'NOT_FOUND', message: 'Asset not found' }, meta }],
    ['flat', 'without details', notFound('Asset'), { error: 'Asset not found', code: 'NOT_FOUND', request_id: 'r-1' }],

    [
      'data',
      'with faults of the input',
      invalidField(issue.path, issue.message),
      {
        error: { code: 'VALIDATION_ERROR', message: 'Validation failed', details: [issue], request_id: 'r-1' },
      },
    ],
    [
      'asset',
      'with faults of the input',
      invalidField(issue.path, issue.message),
      {
        success: false,
        error: {
          code: 'VALIDATION_ERROR',
          message: 'Validation failed',
          details: { errors: [{ field: 'parts.0.name', message: 'is missing', code: 'custom' }] },
        },
        meta,
      },
    ],
    [
      'asset',
      'with the row that stands in the way',
      new ApiError('CONFLICT', 'Taken', [{ ...issue, existing_id: 'r1' }]),
      {
        success: false,
        error: {
          code: 'CONFLICT',
          message: 'Taken',
          details: { errors: [{ field: 'parts.0.name', message: 'is missing', code: 'custom', existing_id: 'r1' }] },
        },
        meta,
      },
    ],
    [
      'flat',
      'with faults of the input',
      invalidField(issue.path, issue.message),
      {
        error: 'Validation failed',
        code: 'VALIDATION_ERROR',
        request_id: 'r-1',
        details: [issue],
      },
    ],

    [
      'data',
      'with details of its own',
      new ApiError('CONFLICT', 'In use', { used_by: 2 }),
      {
        error: { code: 'CONFLICT', message: 'In use', details: { used_by: 2 }, request_id: 'r-1' },
      },
    ],
    [
      'asset',
      'with details of its own',
      new ApiError('CONFLICT', 'In use', { used_by: 2 }),
      {
        success: false,
        error: { code: 'CONFLICT', message: 'In use', details: { used_by: 2 } },
        meta,
      },
    ],
    [
      'flat',
      'with details of its own',
      new ApiError('CONFLICT', 'In use', { used_by: 2 }),
      {
        error: 'In use',
        code: 'CONFLICT',
        request_id: 'r-1',
        details: { used_by: 2 },
      },
    ],
  ])('%s, %s', (form, _, error, body) => {
    expect(renderError(form, error, 'r-1')).toEqual(body);
  });

  it('has the message of its code when it was given none', () => {
    expect(renderError('flat', new ApiError('FORBIDDEN'), 'r-1')).toMatchObject({ error: 'Permission denied' });
  });
});

const fromPostgres = (code: string) =>
  Object.assign(new Error(`duplicate key value: secret of ${code}`), { code, detail: 'Key (email)=(a@b.c) exists' });

describe('what was thrown', () => {
  it.each([
    ['an error of the product', notFound('Asset'), 'NOT_FOUND', 404],
    ['a unique violation', fromPostgres('23505'), 'CONFLICT', 409],
    ['an exclusion', fromPostgres('23P01'), 'CONFLICT', 409],
    ['a missing reference', fromPostgres('23503'), 'BAD_REQUEST', 400],
    ['a check', fromPostgres('23514'), 'BAD_REQUEST', 400],
    ['a number out of range', fromPostgres('22003'), 'BAD_REQUEST', 400],
    ['a date out of range', fromPostgres('22008'), 'BAD_REQUEST', 400],
    ['a text too long', fromPostgres('22001'), 'BAD_REQUEST', 400],
    ['a text with NUL', fromPostgres('22021'), 'BAD_REQUEST', 400],
    ['a null where none may be: our fault', fromPostgres('23502'), 'INTERNAL_ERROR', 500],
    ['a value of the wrong type: our fault', fromPostgres('22P02'), 'INTERNAL_ERROR', 500],
    ['a statement that is wrong', fromPostgres('42601'), 'INTERNAL_ERROR', 500],
    ['a right that is missing', fromPostgres('42501'), 'INTERNAL_ERROR', 500],
    ['a statement timeout', fromPostgres('57014'), 'SERVICE_UNAVAILABLE', 503],
    ['a lock timeout', fromPostgres('55P03'), 'SERVICE_UNAVAILABLE', 503],
    ['a deadlock that did not pass', fromPostgres('40P01'), 'SERVICE_UNAVAILABLE', 503],
    ['a server shutting down', fromPostgres('57P01'), 'SERVICE_UNAVAILABLE', 503],
    ['too many connections', fromPostgres('53300'), 'SERVICE_UNAVAILABLE', 503],
    ['a full disk', fromPostgres('53100'), 'SERVICE_UNAVAILABLE', 503],
    ['a read-only server', fromPostgres('25006'), 'SERVICE_UNAVAILABLE', 503],
    [
      'a refused connection',
      Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' }),
      'SERVICE_UNAVAILABLE',
      503,
    ],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), 'SERVICE_UNAVAILABLE', 503],
    [
      'a connection that is broken',
      new Error('Client has encountered a connection error and is not queryable'),
      'SERVICE_UNAVAILABLE',
      503,
    ],
    ['a server that is silent', new Error('Query read timeout'), 'SERVICE_UNAVAILABLE', 503],
    ['a pool that is exhausted', new Error('timeout exceeded when trying to connect'), 'SERVICE_UNAVAILABLE', 503],
    ['a pool that is closing', new Error('Cannot use a pool after calling end on the pool'), 'SERVICE_UNAVAILABLE', 503],
    ['a fault of the code', new TypeError("Cannot read properties of undefined (reading 'secret')"), 'INTERNAL_ERROR', 500],
    ['a text', 'secret', 'INTERNAL_ERROR', 500],
    ['nothing', undefined, 'INTERNAL_ERROR', 500],
    ['null', null, 'INTERNAL_ERROR', 500],
  ])('is answered by kind, and what the database or the code said stays inside: %s', (_, thrown, code, status) => {
    const error = toApiError(thrown);
    expect({ code: error.code, status: error.status }).toEqual({ code, status });
    expect(JSON.stringify(renderError('data', error, 'r-1'))).not.toMatch(/secret|a@b\.c|10\.0\.0\.1|duplicate key/);
    if (status === 503) expect(error.headers['retry-after']).toBe('1');
  });

  it('says of everything that is away for now when to come back', () => {
    const answers = [
      new ApiError('SERVICE_UNAVAILABLE', 'away'),
      new ApiError('SERVICE_UNAVAILABLE', 'away', undefined, { 'retry-after': '10' }),
    ];
    expect(answers.map((error) => errorReply('data', error, 'r-1').headers['retry-after'])).toEqual(['1', '10']);
    expect(errorReply('data', notFound('Asset'), 'r-1').headers).not.toHaveProperty('retry-after');
  });
});
