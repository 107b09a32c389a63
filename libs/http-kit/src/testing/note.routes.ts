import { created, download, Id, listQuery, nothing, one, page, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';

export const Note = z.object({ note_id: Id, text: z.string(), rank: z.number().nullable(), created_at: z.string() });
const NoteInput = z.object({
  text: z.string().min(1).max(100_000),
  rank: z.number().nullable().optional(),
  tags: z.record(z.string(), z.unknown()).optional(),
});

const params = z.object({ id: Id });
const group = { service: 'kit_http', form: 'data', tag: 'Notes' } as const;

/** A resource with nothing to it but what every resource has from the kit. */
export const noteRoutes = routes(group, {
  listNotes: {
    method: 'get',
    path: '/notes',
    permission: 'document:read',
    summary: 'List',
    reply: page(Note),
    query: listQuery({ sort: ['created_at', 'rank'], defaultSort: 'created_at', defaultOrder: 'asc', filters: {} }),
  },
  createNote: {
    method: 'post',
    path: '/notes',
    permission: 'document:create',
    summary: 'Create',
    body: NoteInput,
    reply: created(Note),
    versioned: true,
    errors: ['CONFLICT', 'BAD_REQUEST'],
  },
  getNote: {
    method: 'get',
    path: '/notes/{id}',
    permission: 'document:read',
    summary: 'Read',
    params,
    reply: one(Note),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateNote: {
    method: 'put',
    path: '/notes/{id}',
    permission: 'document:update',
    summary: 'Change',
    params,
    body: NoteInput,
    reply: one(Note),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteNote: {
    method: 'delete',
    path: '/notes/{id}',
    permission: 'document:delete',
    summary: 'Delete',
    params,
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
  stampNote: {
    method: 'post',
    path: '/notes/{name}/stamps',
    permission: 'session',
    summary: 'Echo',
    params: z.object({ name: z.string() }),
    query: z.object({ colour: z.string().optional() }),
    reply: payload(z.object({ name: z.string(), stamp: z.string() })),
  },
  showSecret: {
    method: 'post',
    path: '/secrets',
    permission: 'session',
    summary: 'Show once',
    reply: payload(z.object({ secret: z.string() }), 201),
    secretReply: true,
    errors: ['CONFLICT'],
  },
  upload: {
    method: 'post',
    path: '/uploads',
    permission: 'session',
    summary: 'Upload',
    bodyKind: 'multipart',
    bodyLimit: 256 * 1024,
    body: z.object({ title: z.string().optional() }),
    reply: payload(z.object({ filename: z.string(), mime_type: z.string(), size: z.int(), title: z.string().optional() })),
  },
  download: {
    method: 'get',
    path: '/downloads/{name}',
    permission: 'session',
    summary: 'Download',
    params: z.object({ name: z.string() }),
    reply: download('application/octet-stream'),
  },
});

/** Routes that go wrong, each in a way the kit has to notice. */
const faulty = {
  breakReply: { method: 'get', path: '/faults/reply', permission: 'public', summary: '', reply: one(Note) },
  breakHeader: { method: 'get', path: '/faults/header', permission: 'public', summary: '', reply: download('text/plain') },
  undeclared: { method: 'get', path: '/faults/undeclared', permission: 'public', summary: '', reply: one(Note) },
  declared: { method: 'get', path: '/faults/declared', permission: 'public', summary: '', reply: one(Note), errors: ['CONFLICT'] },
  crash: { method: 'get', path: '/faults/crash', permission: 'public', summary: '', reply: one(Note) },
} as const;

export const faultRoutes = routes(group, faulty);

/** The same failure in each form. */
const refusing = {
  method: 'post',
  permission: 'session',
  summary: '',
  body: z.object({ size: z.int(), parts: z.array(z.object({ name: z.string() })) }),
  reply: nothing(),
} as const;
export const dataFormRoutes = routes(group, { refuseData: { ...refusing, path: '/forms/data' } });
export const assetFormRoutes = routes({ ...group, form: 'asset' }, { refuseAsset: { ...refusing, path: '/forms/asset' } });
export const flatFormRoutes = routes({ ...group, form: 'flat' }, { refuseFlat: { ...refusing, path: '/forms/flat' } });
