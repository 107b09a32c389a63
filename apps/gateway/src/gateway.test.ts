import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestGateway } from './testing/test-gateway.ts';

describe('the gateway', () => {
  let gateway: TestGateway;
  beforeAll(async () => { gateway = await TestGateway.start(); });
  afterAll(() => gateway.stop());

  it('carries a request of a known key to the service of its route', async () => {
    const key = gateway.identity.newKey();
    const response = await gateway.fetch('/api/v1/things?page=2', key);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ method: 'GET', url: '/api/v1/things?page=2' });
    console.log([...response.headers], gateway.upstream.requests[0]?.rawHeaders);
  });
});
