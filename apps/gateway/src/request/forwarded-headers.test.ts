import { describe, expect, it } from '@jest/globals';
import { forwardedHeaders } from './forwarded-headers.ts';

const facts = { requestId: 'r-1', traceparent: 't-1', origin: { address: '203.0.113.7', https: true }, bearer: 'Bearer internal' };
const own = {
  'x-request-id': 'r-1',
  traceparent: 't-1',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  authorization: 'Bearer internal',
};

describe('the headers a service gets', () => {
  it.each([
    'accept',
    'accept-encoding',
    'content-type',
    'content-length',
    'transfer-encoding',
    'host',
    'if-match',
    'if-none-match',
    'idempotency-key',
    'prefer',
    'user-agent',
    'x-webhook-signature',
    'x-auth-return-redirect',
    'accept-language',
    'range',
  ])('keep %s', (name) => {
    expect(forwardedHeaders({ [name]: 'as sent' }, facts)).toEqual({ ...own, [name]: 'as sent' });
  });

  it.each([
    'authorization',
    'cookie',
    'x-api-key',
    'x-tenant-id',
    'x-user-id',
    'x-psa-tenant',
    'x-internal-token',
    'x-forwarded-user',
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'x-real-ip',
    'x-remote-user',
    'remote-user',
    'x-auth-request-user',
    'x-authenticated-userid',
    'x-consumer-id',
    'x-request-id',
    'traceparent',
    'connection',
    'keep-alive',
    'upgrade',
    'te',
    'proxy-authorization',
    'expect',
  ])('do not keep %s from outside', (name) => {
    expect(forwardedHeaders({ [name]: 'from outside' }, facts)).toEqual(own);
  });

  it('leave out what the connection header names, but not what frames the body', () => {
    const given = { connection: 'keep-alive, X-Secret, content-length, authorization', 'x-secret': '1', 'content-length': '2' };
    expect(forwardedHeaders(given, facts)).toEqual({ ...own, 'content-length': '2' });
  });

  it("keep a vendor's trace state only with the trace it belongs to", () => {
    expect(forwardedHeaders({ traceparent: 't-1', tracestate: 'v=1' }, facts)).toMatchObject({ tracestate: 'v=1' });
    expect(forwardedHeaders({ traceparent: 'broken', tracestate: 'v=1' }, facts)).not.toHaveProperty('tracestate');
  });

  it('keep the credentials of a request that needs no caller', () => {
    const given = { authorization: 'Bearer session', cookie: 'a=b', 'x-api-key': 'psa_', 'x-tenant-id': 'x' };
    const { 'x-tenant-id': _narrowing, ...credentials } = given;
    expect(forwardedHeaders(given, { ...facts, bearer: undefined })).toEqual({ ...own, ...credentials });
  });
});
