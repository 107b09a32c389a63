import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { created, download, nothing, one, page, payload } from '../envelopes.ts';
import { syncRoutes } from '../external-ids.ts';
import { DateBound } from '../fields.ts';
import { Id } from '../ids.ts';
import { listQuery } from '../list-query.ts';
import { type Route, type Routes, routes } from '../route.ts';
import { apiInfo } from './api-info.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { openApiDocument } from './openapi.ts';

const Lamp = z
  .object({
    lamp_id: Id.describe('Identifies the lamp'),
    name: z.string().describe('Name'),
    room: z.string().nullable().describe('Where it hangs'),
  })
  .meta({ id: 'Lamp' });
const CreateLamp = z
  .object({ name: z.string().min(1).describe('Name'), room: z.string().nullish().describe('Where it is to hang') })
  .meta({ id: 'CreateLamp' });
const params = z.object({ id: Id.describe('Lamp id') });
const query = listQuery({ sort: ['name'], defaultSort: 'name', filters: {} });

const lampRoutes = routes(
  { service: 'lamps', form: 'data', tag: 'Lamps' },
  {
    listLamps: { method: 'get', path: '/lamps', permission: 'asset:read', summary: 'List lamps', query, reply: page(Lamp) },
    createLamp: {
      method: 'post',
      path: '/lamps',
      permission: 'asset:create',
      summary: 'Create a lamp',
      body: CreateLamp,
      reply: created(Lamp),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getLamp: {
      method: 'get',
      path: '/lamps/{id}',
      permission: 'asset:read',
      summary: 'Read a lamp',
      params,
      reply: one(Lamp),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    deleteLamp: {
      method: 'delete',
      path: '/lamps/{id}',
      permission: ['asset:delete', 'asset:read'],
      summary: 'Delete a lamp',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    dimLamp: {
      method: 'post',
      path: '/lamps/{id}/dim',
      permission: 'session',
      summary: 'Dim a lamp',
      params,
      body: z.object({ level: z.int().max(9).optional() }),
      reply: payload(Lamp),
    },
    paintLamp: {
      method: 'post',
      path: '/lamps/{id}/picture',
      permission: 'asset:update',
      summary: 'Attach a picture',
      params,
      bodyKind: 'multipart',
      body: z.object({ title: z.string() }),
      reply: nothing(),
    },
    exportLamps: {
      method: 'get',
      path: '/lamps/export',
      permission: 'asset:read',
      summary: 'Export lamps',
      reply: download('text/csv', 'application/pdf'),
    },
    countLamps: {
      method: 'post',
      path: '/lamps/count',
      permission: 'signed',
      summary: 'Count lamps',
      body: z.object({ count: z.int() }),
      reply: nothing(),
    },
  },
);
const boxedRoutes = routes(
  { service: 'lamps', form: 'asset', tag: 'Lamps', aliases: [['/boxed', '/crated']] },
  {
    getBoxedLamp: {
      method: 'get',
      path: '/boxed/{id}',
      permission: 'asset:read',
      summary: 'Read a boxed lamp',
      params,
      reply: one(Lamp),
      errors: ['NOT_FOUND'],
    },
  },
);
const flatRoutes = routes(
  { service: 'gateway', form: 'flat', tag: 'Lamps' },
  {
    getLight: {
      method: 'get',
      path: '/light',
      permission: 'public',
      summary: 'Tell whether it is light',
      reply: payload(z.object({ light: z.boolean() })),
    },
  },
);
const all: Route[] = [lampRoutes, boxedRoutes, flatRoutes].flatMap((group) => Object.values(group) as Route[]);

const document = openApiDocument(all, apiInfo);
type Method = 'get' | 'post' | 'put' | 'delete';
const operation = (method: Method, path: string) =>
  document.paths?.[path]?.[method] as NonNullable<NonNullable<OpenApiDocument['paths']>[string]['get']>;
const statuses = (method: Method, path: string) => Object.keys(operation(method, path).responses ?? {}).map(Number);
const headersOf = (method: Method, path: string, status: number) => Object.keys(operation(method, path).responses?.[status].headers);
const parameters = (method: Method, path: string) =>
  (operation(method, path).parameters ?? []).map((parameter) => ('$ref' in parameter ? parameter.$ref.split('/').at(-1) : parameter.name));
const component = (ref: string) =>
  document.components?.responses?.[ref.split('/').at(-1) as string] as {
    content: Record<string, { schema: object; examples: Record<string, { value: object }> }>;
  };

describe('an OpenAPI document', () => {
  it('is of version 3.1.0, with the categories described', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: apiInfo.title },
      tags: [{ name: 'Lamps', description: 'Operations on lamps.' }],
    });
  });

  it('has an operation for every path of every route, aliases by a name of their own and as deprecated', () => {
    expect(Object.keys(document.paths ?? {})).toEqual(expect.arrayContaining(all.flatMap(({ paths }) => paths)));
    expect(operation('get', '/crated/{id}')).toMatchObject({
      operationId: 'getBoxedLampAlias',
      description: expect.stringContaining('The same as `/boxed/{id}`'),
      deprecated: true,
    });
  });

  it('refuses two routes of one name, and two of one path', () => {
    const get = lampRoutes.getLamp as unknown as Route;
    expect(() => openApiDocument([get, { ...get, paths: ['/other'] }], apiInfo)).toThrow('Two routes are named getLamp');
    expect(() => openApiDocument([get, { ...get, name: 'other' }], apiInfo)).toThrow('GET /lamps/{id} is declared twice');
  });

  describe('who may call', () => {
    it.each<[Method, string, object[], string[]]>([
      ['get', '/lamps', [{ ApiKeyAuth: [] }, { BearerAuth: [] }, { SessionCookie: [] }], ['asset:read']],
      ['delete', '/lamps/{id}', [{ ApiKeyAuth: [] }, { BearerAuth: [] }, { SessionCookie: [] }], ['asset:delete', 'asset:read']],
      ['post', '/lamps/{id}/dim', [{ ApiKeyAuth: [] }, { BearerAuth: [] }, { SessionCookie: [] }], []],
      ['post', '/lamps/count', [{ WebhookSignature: [] }], []],
      ['get', '/light', [], []],
    ])('%s %s', (method, path, security, permission) => {
      expect(operation(method, path)).toMatchObject({ security, 'x-permission': permission });
    });
  });

  describe('statuses follow from what a route is', () => {
    it.each<[Method, string, number[]]>([
      ['get', '/lamps', [200, 400, 401, 403, 429, 500, 502, 503, 504]],
      ['post', '/lamps', [201, 400, 401, 403, 409, 413, 415, 422, 429, 500, 502, 503, 504]],
      ['get', '/lamps/{id}', [200, 304, 400, 401, 403, 404, 429, 500, 502, 503, 504]],
      ['delete', '/lamps/{id}', [204, 400, 401, 403, 404, 412, 429, 500, 502, 503, 504]],
      ['post', '/lamps/{id}/dim', [200, 400, 401, 409, 413, 415, 422, 429, 500, 502, 503, 504]],
      ['post', '/lamps/count', [204, 400, 401, 413, 415, 429, 500, 502, 503, 504]],
      ['get', '/light', [200, 429, 500, 503]],
    ])('%s %s', (method, path, expected) => expect(statuses(method, path)).toEqual(expected));
  });

  it('shows each error in the form of its route, and a missing key in the flat one', () => {
    expect(operation('get', '/lamps/{id}').responses?.['404']).toEqual({ $ref: '#/components/responses/NotFound' });
    expect(component('AssetNotFound').content['application/json']?.examples['NOT_FOUND']?.value).toMatchObject({
      success: false,
      error: { code: 'NOT_FOUND' },
    });
    expect(component('ConflictOrRequestInFlight').content['application/json']?.examples).toMatchObject({
      CONFLICT: { value: { error: { code: 'CONFLICT' } } },
      REQUEST_IN_FLIGHT: {},
    });
    expect(component('AssetUnauthorizedOrKeyMissing').content['application/json']).toMatchObject({
      schema: { anyOf: [{ $ref: '#/components/schemas/AssetError' }, { $ref: '#/components/schemas/FlatError' }] },
      examples: {
        UNAUTHORIZED: { value: { success: false } },
        UNAUTHORIZED_WITHOUT_KEY: { value: { error: 'Unauthorized: API key missing' } },
      },
    });
  });

  it('puts the payload of the asset form in its envelope, and no other', () => {
    const schemaOf = (path: string) => operation('get', path).responses?.['200'].content['application/json'].schema;
    expect(schemaOf('/boxed/{id}').properties).toMatchObject({
      success: { const: true },
      data: { properties: { data: { $ref: '#/components/schemas/Lamp' } } },
    });
    expect(schemaOf('/lamps/{id}').properties).toMatchObject({ data: { $ref: '#/components/schemas/Lamp' } });
    expect(schemaOf('/light').properties).toEqual({ light: { type: 'boolean' } });
  });

  it('names the headers of requests and answers', () => {
    expect(parameters('post', '/lamps')).toEqual(['IdempotencyKey', 'Prefer']);
    expect(parameters('get', '/lamps/{id}')).toEqual(['id', 'IfNoneMatch']);
    expect(parameters('delete', '/lamps/{id}')).toEqual(['id', 'IfMatch']);
    expect(headersOf('post', '/lamps', 201)).toEqual(
      expect.arrayContaining(['X-Request-Id', 'ETag', 'Location', 'Idempotency-Replayed', 'RateLimit']),
    );
    expect(headersOf('get', '/lamps', 200)).toContain('Link');
    expect(headersOf('delete', '/lamps/{id}', 204)).not.toContain('ETag');
    expect(headersOf('get', '/light', 200)).toEqual(['X-Request-Id']);
  });

  it('describes parameters once, without what only zod needs to know', () => {
    const [pageNumber] = operation('get', '/lamps').parameters ?? [];
    expect(pageNumber).toEqual({
      in: 'query',
      name: 'page',
      description: 'Number of the page, from 1',
      schema: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 1 },
    });
    expect(document.components?.schemas?.['Lamp']).toEqual({
      type: 'object',
      properties: {
        lamp_id: { type: 'string', format: 'uuid', description: 'Identifies the lamp' },
        name: { type: 'string', description: 'Name' },
        room: { type: ['string', 'null'], description: 'Where it hangs' },
      },
      required: ['lamp_id', 'name', 'room'],
    });
  });

  it('demands a body only where an empty one is refused', () => {
    expect(operation('post', '/lamps').requestBody).toMatchObject({ required: true });
    expect(operation('post', '/lamps/{id}/dim').requestBody).toMatchObject({ required: false });
    expect(operation('get', '/lamps').requestBody).toBeUndefined();
  });

  it('describes uploads and downloads', () => {
    expect(operation('post', '/lamps/{id}/picture').requestBody).toMatchObject({
      content: {
        'multipart/form-data': {
          schema: { properties: { file: { type: 'string', format: 'binary' }, title: { type: 'string' } }, required: ['file', 'title'] },
        },
      },
    });
    expect(operation('get', '/lamps/export').responses?.['200'].content).toEqual({
      'text/csv': { schema: { type: 'string' } },
      'application/pdf': { schema: { type: 'string', format: 'binary' } },
    });
  });

  it('forbids no members beside a reference', () => {
    const closed = z.object({ inner: z.object({ a: z.string() }).meta({ id: 'Inner' }).describe('Described where it is used') });
    const route = { ...(lampRoutes.getLamp as unknown as Route), reply: one(closed) };
    const text = JSON.stringify(openApiDocument([route], apiInfo));
    expect(text).toContain('"$ref":"#/components/schemas/Inner');
    expect(text).not.toContain('"additionalProperties":false');
  });

  it('shows a batch of the bodies that create, and what is required of one whose members exclude each other', () => {
    const lamp = z
      .object({ name: z.string(), room: z.string().optional(), shelf: z.string().optional() })
      .refine(({ room, shelf }) => room === undefined || shelf === undefined)
      .meta({ id: 'CreateShelfLamp' });
    const reply = one(z.object({ lamp_id: z.guid() }));
    const own = routes(
      { service: 'lamps', form: 'data', tag: 'Lamps' },
      {
        createShelfLamp: { method: 'post', path: '/shelf-lamps', permission: 'asset:create', summary: 'Create', body: lamp, reply },
        getShelfLamp: {
          method: 'get',
          path: '/shelf-lamps/{id}',
          permission: 'asset:read',
          summary: 'Read',
          params: z.object({ id: z.guid() }),
          reply,
        },
        updateShelfLamp: {
          method: 'put',
          path: '/shelf-lamps/{id}',
          permission: 'asset:update',
          summary: 'Change',
          params: z.object({ id: z.guid() }),
          body: lamp,
          reply,
        },
      },
    );
    const sync = syncRoutes(own as unknown as Routes, {
      name: 'ShelfLamp',
      plural: 'ShelfLamps',
      called: 'a lamp',
      create: 'createShelfLamp',
      read: 'getShelfLamp',
      update: 'updateShelfLamp',
      id: 'lamp_id',
    });
    const { paths } = openApiDocument([...Object.values(own), ...Object.values(sync)] as unknown as Route[], apiInfo);
    const exampleOfBody = (path: string, method: Method) =>
      (paths?.[path]?.[method]?.requestBody as { content: Record<string, { example: unknown }> }).content['application/json']?.example;
    const created = { name: 'Front desk' };
    expect(exampleOfBody('/shelf-lamps', 'post')).toEqual(created);
    expect(exampleOfBody('/shelf-lamps/external/{source}/{external_id}', 'put')).toEqual(created);
    expect(exampleOfBody('/shelf-lamps/batch', 'post')).toEqual({ items: [{ operation: 'create', data: created }], atomic: false });
  });

  it('shows of a range in a query a later end', () => {
    const range = z.object({ created_from: DateBound.optional(), created_to: DateBound.optional() });
    const { paths } = openApiDocument([{ ...(lampRoutes.getLamp as unknown as Route), query: range }], apiInfo);
    const shown = paths?.['/lamps/{id}']?.get?.parameters as { name: string; example?: unknown }[];
    expect(shown.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example])).toEqual([
      ['created_from', '2026-01-31'],
      ['created_to', '2026-03-02'],
    ]);
  });

  it('shows an example of every body', () => {
    const { content } = operation('post', '/lamps').requestBody as { content: Record<string, { example: unknown }> };
    expect(content['application/json']?.example).toEqual({ name: 'Front desk', room: 'room' });
    expect(operation('post', '/lamps').responses?.['201'].content['application/json'].example).toMatchObject({
      data: { lamp_id: expect.any(String), room: 'room' },
    });
  });
});
