import { one, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  AsyncApiDocument, AsyncApiQuery, DocsQuery, EndpointQuery, Endpoints, Health, MetaStats, OpenApiDocument, OpenApiQuery, PermissionDescriptions,
  SchemaDescriptions, Sdk, SdkQuery, StatsQuery,
} from './meta.schemas.ts';

const YAML = 'application/yaml';

/** What the API says about itself. Documents hold nothing secret and open in a browser: they need no key. */
export const metaRoutes = routes({ service: 'gateway', form: 'data', tag: 'Metadata' }, {
  listEndpoints: {
    method: 'get', path: '/api/v1/meta/endpoints', permission: 'session', summary: 'List every operation of the API',
    description: 'Aliases are listed as well: this list, the OpenAPI document and the routes served are the same set.',
    query: EndpointQuery, reply: one(Endpoints),
  },
  listSchemas: {
    method: 'get', path: '/api/v1/meta/schemas', permission: 'session', summary: 'List the named schemas of requests and responses', reply: one(SchemaDescriptions),
  },
  listApiPermissions: {
    method: 'get', path: '/api/v1/meta/permissions', permission: 'session', summary: 'List the permissions and the operations that demand them',
    reply: one(PermissionDescriptions),
  },
  getOpenApi: {
    method: 'get', path: '/api/v1/meta/openapi', permission: 'public', summary: 'Get the OpenAPI document',
    description: 'OpenAPI 3.1.0, or 3.0.3 with `version=3.0`. The document comes without an envelope.',
    query: OpenApiQuery, reply: { ...payload(OpenApiDocument), media: [YAML] }, versioned: true,
  },
  getAsyncApi: {
    method: 'get', path: '/api/v1/meta/asyncapi', permission: 'public', summary: 'Get the AsyncAPI document of the events',
    query: AsyncApiQuery, reply: { ...payload(AsyncApiDocument), media: [YAML] }, versioned: true,
  },
  getHealth: {
    method: 'get', path: '/api/v1/meta/health', permission: 'public', summary: 'Tell whether the API and its services are up',
    description: '503 when no service answers; the report is then in `error.details`.',
    reply: one(Health),
  },
  getApiStats: {
    method: 'get', path: '/api/v1/meta/stats', permission: 'session', summary: 'Count what the API offers and how it is used', query: StatsQuery, reply: one(MetaStats),
  },
  getReferencePage: {
    method: 'get', path: '/api/v1/meta/docs', permission: 'public', summary: 'Read and try the API in a browser',
    query: DocsQuery, reply: { status: 200, media: ['text/html'], redirects: true }, versioned: true,
  },
  getReferenceAsset: {
    method: 'get', path: '/api/v1/meta/docs/assets/{file}', permission: 'public', summary: 'Get a part of the reference page',
    params: z.object({ file: z.string().describe('Name of the part') }),
    reply: { status: 200, media: ['text/javascript', 'text/css', 'image/png'] }, versioned: true, errors: ['NOT_FOUND'],
  },
  getSdk: {
    method: 'get', path: '/api/v1/meta/sdk', permission: 'session', summary: 'Get a typed client of the API as a package',
    query: SdkQuery, reply: { ...payload(Sdk), media: ['application/gzip'] }, errors: ['UNSUPPORTED_LANGUAGE'],
  },
});
