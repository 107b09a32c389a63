import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permissions, type TenantId } from '@psa/contract-kit';
import { parse } from 'yaml';
import { routes } from '@psa/contracts-product';
import { type MetaServer, startMetaServer } from '../testing/meta-server.ts';

interface Listed {
  method: string;
  path: string;
  tags: string[];
  operationId: string;
  permissions: string[];
  requiresAuth: boolean;
}

describe('what the API says about itself', () => {
  let server: MetaServer;
  let asked: { periodMs: number; tenant: TenantId } | undefined;

  beforeAll(async () => {
    server = await startMetaServer({
      usage: (periodMs, tenant) => {
        asked = { periodMs, tenant };
        return { totalRequests: 4, requestsByEndpoint: { 'GET /api/v1/assets': 4 }, averageResponseTime: 2.5, errorRate: 0.25 };
      },
    });
  });
  afterAll(() => server.stop());

  describe('endpoints', () => {
    it('lists every route with its aliases, and no other', async () => {
      const { status, body } = await server.api.get('/api/v1/meta/endpoints');
      expect(status).toBe(200);
      const listed = body.data.endpoints.map(({ method, path }: Listed) => `${method} ${path}`);
      expect(listed.toSorted()).toEqual(
        routes.flatMap(({ method, paths }) => paths.map((path) => `${method.toUpperCase()} ${path}`)).toSorted(),
      );
      expect(body.data.totalEndpoints).toBe(listed.length);
      expect(body.meta).toMatchObject({ api_version: 'v1', server_info: { version: '0.1.0' } });
    });

    it('says of each what it needs and answers', async () => {
      const { body } = await server.api.get('/api/v1/meta/endpoints', { query: { category: 'assets', method: 'put' } });
      expect(body.data.endpoints.every(({ method, tags }: Listed) => method === 'PUT' && tags.includes('Assets'))).toBe(true);
      const update = body.data.endpoints.find(({ operationId }: Listed) => operationId === 'updateAsset');
      expect(update).toMatchObject({ path: '/api/v1/assets/{id}', requiresAuth: true, permissions: ['asset:update'], deprecated: false });
      expect(update.parameters.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['id', 'If-Match']));
      expect(Object.keys(update.responses)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404', '412']));
    });

    it('refuses a method that is none', async () => {
      const { status, body } = await server.api.get('/api/v1/meta/endpoints', { query: { method: 'FETCH' } });
      expect(status).toBe(400);
      expect(body.error.details[0].path).toEqual(['method']);
    });

    it('needs a key', async () => {
      expect((await server.anonymous.get('/api/v1/meta/endpoints')).status).toBe(401);
    });
  });

  it('lists the schemas with what they are for', async () => {
    const { body } = await server.api.get('/api/v1/meta/schemas');
    const byName = new Map(body.data.schemas.map((schema: { name: string }) => [schema.name, schema]));
    expect(byName.get('CreateAsset')).toMatchObject({
      type: 'request',
      required: expect.arrayContaining(['asset_tag']),
      example: { asset_tag: 'WS-0042' },
    });
    expect(byName.get('AssetDetails')).toMatchObject({ type: 'response' });
    expect(byName.get('AssetType')).toMatchObject({ type: 'model' });
    expect(byName.get('Error')).toMatchObject({ type: 'response' });
    expect(body.data.totalSchemas).toBe(byName.size);
  });

  it('lists the permissions with the operations that demand them and the roles that hold them', async () => {
    const { body } = await server.api.get('/api/v1/meta/permissions');
    expect(body.data.totalPermissions).toBe(permissions.length);
    const updating = body.data.permissions.find(({ permission }: { permission: string }) => permission === 'asset:update');
    expect(updating).toMatchObject({
      category: 'asset',
      endpoints: expect.arrayContaining(['PUT /api/v1/assets/{id}', 'PUT /api/v2/assets/{id}']),
    });
    expect(updating.requiredRoles).toEqual(['Admin', 'Technician', 'Manager']);
    expect(body.data.roles.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['Admin', 'Admin (client portal)']));
  });

  describe('documents', () => {
    it.each([
      ['/api/v1/meta/openapi', 'openapi', '3.1.0'],
      ['/api/v1/meta/openapi?version=3.0', 'openapi', '3.0.3'],
      ['/api/v1/meta/asyncapi', 'asyncapi', '3.0.0'],
    ])('%s comes bare, to anybody, as %s %s', async (path, member, version) => {
      const { status, headers, body } = await server.anonymous.get(path);
      expect(status).toBe(200);
      expect(body[member]).toBe(version);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
    });

    it('come as YAML that says the same', async () => {
      const [yaml, json] = await Promise.all([
        server.anonymous.get('/api/v1/meta/openapi?format=yaml'),
        server.anonymous.get('/api/v1/meta/openapi'),
      ]);
      expect(yaml.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
      expect(parse(yaml.text)).toEqual(json.body);
    });

    it('are not sent again to those who have them', async () => {
      const first = await server.anonymous.get('/api/v1/meta/openapi');
      const again = await server.anonymous.get('/api/v1/meta/openapi', {
        headers: { 'if-none-match': first.headers.get('etag') as string },
      });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
    });

    it('come plain to those who cannot read gzip', async () => {
      const plain = await server.anonymous.get('/api/v1/meta/openapi', { headers: { 'accept-encoding': 'identity' } });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(plain.headers.get('vary')).toBe('accept-encoding, origin');
      expect(plain.body.openapi).toBe('3.1.0');
    });

    it('come for one tag alone, with its operations and no others', async () => {
      const { body } = await server.anonymous.get('/api/v1/meta/openapi?tag=Metadata');
      const tags = Object.values<Record<string, { tags: string[] }>>(body.paths).flatMap((path) =>
        Object.values(path).flatMap((operation) => operation.tags),
      );
      expect([...new Set(tags)]).toEqual(['Metadata']);
      expect(body.tags).toMatchObject([{ name: 'Metadata' }]);
      const whole = (await server.anonymous.get('/api/v1/meta/openapi')).body;
      expect(body.paths['/api/v1/meta/stats']).toEqual(whole.paths['/api/v1/meta/stats']);
    });

    it('refuse a tag that no operation has', async () => {
      const { status, body } = await server.anonymous.get('/api/v1/meta/openapi?tag=Nothing');
      expect([status, body.error.details[0].path]).toEqual([400, ['tag']]);
    });

    it('exist in two formats only', async () => {
      const { status, body } = await server.anonymous.get('/api/v1/meta/openapi?format=xml');
      expect(status).toBe(400);
      expect(body.error.details[0].path).toEqual(['format']);
    });
  });

  describe('health', () => {
    it('is told to anybody', async () => {
      const { status, body } = await server.anonymous.get('/api/v1/meta/health');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        status: 'healthy',
        version: '0.1.0',
        services: { identity: { status: 'up' } },
        metrics: { totalPermissions: permissions.length },
      });
    });

    it('is a 503 with the report when nothing can be served', async () => {
      const dark = await startMetaServer({ health: async () => ({ identity: { status: 'down', message: 'does not answer' } }) });
      const { status, headers, body } = await dark.anonymous.get('/api/v1/meta/health');
      await dark.stop();
      expect(status).toBe(503);
      expect(headers.get('retry-after')).toBe('5');
      expect(body.error).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        details: { status: 'unhealthy', services: { identity: { status: 'down' } } },
      });
    });
  });

  it("counts what it offers, and the usage of the caller's tenant", async () => {
    const { body } = await server.api.get('/api/v1/meta/stats', { query: { period: '1h' } });
    expect(body.data).toMatchObject({ coverage: { documented: body.data.totalEndpoints }, usage: { totalRequests: 4, errorRate: 0.25 } });
    expect(Object.values<number>(body.data.endpointsByMethod).reduce((sum, count) => sum + count)).toBe(body.data.totalEndpoints);
    expect(body.meta.period).toBe('1h');
    expect(asked).toEqual({ periodMs: 3_600_000, tenant: server.api.caller?.tenant });
    expect((await server.api.get('/api/v1/meta/stats', { query: { period: 'ever' } })).status).toBe(400);
  });

  describe('the reference page', () => {
    it('takes everything from the gateway itself', async () => {
      const { status, headers, text } = await server.anonymous.get('/api/v1/meta/docs');
      expect(status).toBe(200);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).not.toMatch(/https?:\/\//);
      const addresses = [...text.matchAll(/(?:src|href)="([^"]+\?v=[^"]+)"/g)].map(([, address]) => address as string);
      expect(addresses).toHaveLength(5);
      for (const address of addresses) {
        const part = await server.anonymous.get(address);
        expect(part.status).toBe(200);
        expect(part.headers.get('cache-control')).toContain('immutable');
      }
    });

    it.each(['index.html', 'swagger-ui.js.map', '..%2Fpackage.json', 'constructor'])('has no part named %s', async (name) => {
      expect((await server.anonymous.get(`/api/v1/meta/docs/assets/${name}`)).status).toBe(404);
    });

    it('leads to the operations of each tag', async () => {
      const [page, document] = await Promise.all([server.anonymous.get('/api/v1/meta/docs'), server.anonymous.get('/api/v1/meta/openapi')]);
      const tags = [...page.text.matchAll(/<a href="\?tag=[^"]+">([^<]+)<\/a>/g)].map(([, tag]) => tag);
      expect(tags).toEqual(document.body.tags.map(({ name }: { name: string }) => name));
    });

    it('leads other formats to the document', async () => {
      const { status, headers } = await server.anonymous.get('/api/v1/meta/docs?format=json');
      expect(status).toBe(302);
      expect(headers.get('location')).toBe('/api/v1/meta/openapi');
    });
  });

  describe('the guides', () => {
    it('are listed, the first steps first, and can be read by anybody', async () => {
      const { status, body } = await server.anonymous.get('/api/v1/meta/guides');
      expect(status).toBe(200);
      const guides = body.data as { name: string; title: string; href: string }[];
      expect(guides.map(({ name }) => name)).toEqual([
        'first-integration',
        'automation',
        'errors',
        'import-and-sync',
        'paging-and-filters',
        'webhooks',
      ]);
      for (const { title, href } of guides) {
        const guide = await server.anonymous.get(href);
        expect([guide.status, guide.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
        expect(guide.text.split('\n')[0]).toBe(`# ${title}`);
        expect((await server.anonymous.get(href, { headers: { 'if-none-match': guide.headers.get('etag') ?? '' } })).status).toBe(304);
      }
    });

    it('are linked from the reference page', async () => {
      expect((await server.anonymous.get('/api/v1/meta/docs')).text).toContain(
        '<a href="/api/v1/meta/guides/webhooks">Receive webhooks</a>',
      );
    });

    it.each(['nothing', 'package', '..%2Fpackage.json', 'constructor'])('have none named %s', async (name) => {
      expect((await server.anonymous.get(`/api/v1/meta/guides/${name}`)).status).toBe(404);
    });
  });

  describe('the client package', () => {
    it('comes as files with words on how to use them', async () => {
      const { body } = await server.api.get('/api/v1/meta/sdk', { query: { package_name: '@acme/psa', version: '2.0.0' } });
      expect(body).toMatchObject({
        success: true,
        data: { sdk_info: { language: 'typescript', packageName: '@acme/psa', version: '2.0.0' } },
      });
      expect(Object.keys(body.data.files)).toEqual(
        expect.arrayContaining(['README.md', 'index.cjs', 'index.d.cts', 'index.d.mts', 'index.mjs', 'package.json', 'schema.d.ts']),
      );
      expect(JSON.parse(body.data.files['package.json'])).toMatchObject({
        name: '@acme/psa',
        version: '2.0.0',
        dependencies: { 'openapi-fetch': expect.any(String) },
      });
    });

    it('has no types in JavaScript', async () => {
      const { body } = await server.api.get('/api/v1/meta/sdk', { query: { language: 'javascript' } });
      expect(Object.keys(body.data.files)).toEqual(expect.arrayContaining(['README.md', 'index.cjs', 'index.mjs', 'package.json']));
      expect(Object.keys(body.data.files).filter((path) => path.includes('.d.'))).toEqual([]);
    });

    it('comes as an archive for npm, for whoever asks', async () => {
      const { status, headers } = await server.anonymous.get('/api/v1/meta/sdk', { query: { format: 'tgz', package_name: '@acme/psa' } });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/gzip');
      expect(headers.get('content-disposition')).toContain('filename="acme-psa-1.0.0.tgz"');
    });

    it('is not made in other languages', async () => {
      const { status, body } = await server.api.get('/api/v1/meta/sdk', { query: { language: 'cobol' } });
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: 'UNSUPPORTED_LANGUAGE', details: { supported: ['typescript', 'javascript'] } });
    });

    it.each(['../../etc', 'UPPER'])('refuses the name %p', async (package_name) => {
      expect((await server.api.get('/api/v1/meta/sdk', { query: { package_name } })).status).toBe(400);
    });
  });
});
