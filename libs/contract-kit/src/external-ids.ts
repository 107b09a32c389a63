import { z } from 'zod';
import type { ReplySpec } from './envelopes.ts';
import { payload } from './envelopes.ts';
import type { ErrorCode } from './error-codes.ts';
import { JsonValue } from './fields.ts';
import { Id } from './ids.ts';
import type { PermissionName } from './permissions/catalogue.ts';
import { requiredPermissions, type Route, type Routes, type RouteSpec, type SyncedResource } from './route.ts';

/** External ids one row may have. */
export const MAX_EXTERNAL_IDS = 20;
/** Items of one batch. */
export const MAX_BATCH_ITEMS = 100;

const Source = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'must have 1 to 64 letters, digits, dots, dashes or underscores')
  .meta({ description: 'Name of the other system, such as `hubspot`', example: 'crm' });
const ForeignId = z.string().trim().min(1).max(255).meta({ description: 'Id of the row in that system', example: 'A-1001' });

/** What a row is called in another system. */
export const ExternalId = z.object({ source: Source, id: ForeignId }).meta({ id: 'ExternalId' });
export type ExternalId = z.infer<typeof ExternalId>;

/** Member of a reply. It is filled by the kit, for staff alone. */
export const shownExternalIds = {
  external_ids: z.array(ExternalId).optional().describe('Ids of the row in other systems; left out for people of the client portal'),
};

/** Member of a reply of a versioned row. */
export const rowVersion = {
  version: z.int().describe('Version of the row, as its ETag begins: `If-Match: "<version>-0"` changes this version alone'),
};

/** Member of the bodies that create and change a row. */
export const writableExternalIds = {
  external_ids: z
    .array(ExternalId)
    .max(MAX_EXTERNAL_IDS)
    .optional()
    .describe('Ids of the row in other systems, replaced as a whole; each belongs to one row of the tenant'),
};

/** Filter of a list. */
export const externalIdFilter = {
  external_id: z
    .string()
    .max(320)
    .regex(/^[\w.-]{1,64}:\S/, 'must be a source, a colon and an id, such as crm:A-1001')
    .optional()
    .meta({ description: 'The row with this id in another system, as `source:id`', example: 'crm:A-1001' }),
};

const BatchItem = z
  .object({
    operation: z
      .enum(['create', 'update', 'upsert'])
      .describe('`update` needs `id` or `external_id`; `upsert` creates or updates by `external_id`'),
    id: Id.optional().meta({ description: 'Row to update' }),
    external_id: ExternalId.optional().describe('Row to update or upsert, by its id in another system'),
    data: z.record(z.string(), JsonValue).describe('Body as for a single create or update'),
  })
  .superRefine(({ operation, id, external_id }, context) => {
    if (operation === 'upsert' && external_id === undefined)
      context.addIssue({ code: 'custom', path: ['external_id'], message: 'is required for an upsert' });
    if (operation === 'update' && id === undefined && external_id === undefined)
      context.addIssue({ code: 'custom', path: ['id'], message: 'is required, unless external_id names the row' });
  })
  .meta({ id: 'BatchItem' });
export type BatchItem = z.infer<typeof BatchItem>;

export const Batch = z
  .object({
    items: z.array(BatchItem).min(1).max(MAX_BATCH_ITEMS).describe('What to do, in this order'),
    atomic: z.boolean().default(false).describe('true: all items or none; false: each by itself'),
  })
  .meta({ id: 'Batch' });
export type Batch = z.infer<typeof Batch>;

export const BatchResults = z
  .object({
    created: z.int().describe('Rows created'),
    updated: z.int().describe('Rows updated'),
    failed: z.int().describe('Items that were refused'),
    results: z
      .array(
        z.object({
          index: z.int().describe('Place in `items`, from 0'),
          status: z.enum(['created', 'updated', 'failed']).describe('What became of it'),
          id: Id.nullable().describe('Row that was created or updated; null for an item that failed'),
          error: z
            .object({ code: z.string(), message: z.string(), details: z.unknown().optional() })
            .nullable()
            .describe('Why it was refused'),
        }),
      )
      .describe('One result for each item, in the order of `items`'),
  })
  .meta({ id: 'BatchResults' });
export type BatchResults = z.infer<typeof BatchResults>;

type SyncSpecs<Name extends string, Plural extends string> = {
  readonly [K in `get${Name}ByExternalId` | `put${Name}ByExternalId` | `batch${Plural}`]: RouteSpec;
};

interface SyncOptions<Name extends string, Plural extends string> extends SyncedResource {
  /** Singular in the names of operations, such as `Asset`. */
  readonly name: Name;
  /** Plural in the names of operations. */
  readonly plural: Plural;
  /** In summaries, such as `an asset`. */
  readonly called: string;
  /** Needed to create and to change; those of the two routes when absent. */
  readonly permissions?: readonly PermissionName[];
}

/**
 * Routes by which other systems keep a resource in step: read and put by external id, and the batch.
 * @param own the routes of the resource: its create, read and update are used
 */
export function syncRoutes<const Name extends string, const Plural extends string>(
  own: Routes,
  { name, plural, called, permissions, ...sync }: SyncOptions<Name, Plural>,
): Routes<SyncSpecs<Name, Plural>> {
  const [create, read, update] = [own[sync.create], own[sync.read], own[sync.update]] as [Route, Route, Route];
  const needed = permissions ?? [...new Set([...requiredPermissions(create), ...requiredPermissions(update)])];
  const mayUse = [...new Set([...(create.mayUse ?? []), ...(read.mayUse ?? []), ...(update.mayUse ?? [])])];
  const parents = create.params?.shape ?? {};
  const byExternalId = { params: ofExternalId(parents) };
  const errors: ErrorCode[] = [...new Set<ErrorCode>([...(create.errors ?? []), ...(update.errors ?? []), 'NOT_FOUND', 'CONFLICT'])];
  const shared = {
    service: create.service,
    form: create.form,
    tag: create.tag,
    staffOnly: true,
    ...(mayUse.length > 0 && { mayUse }),
  } as const;
  const route = (routeName: string, suffix: string, spec: Omit<RouteSpec, 'path'>): Route => {
    const paths = create.paths.map((path) => `${path}${suffix}`);
    return { ...shared, ...spec, name: routeName, path: paths[0] as `/${string}`, paths };
  };
  const both: ReplySpec = { ...update.reply, status: 201, also: [200] };
  const made: Record<string, Route> = {
    [`get${name}ByExternalId`]: route(`get${name}ByExternalId`, '/external/{source}/{external_id}', {
      method: 'get',
      permission: read.permission,
      summary: `Read ${called} by its id in another system`,
      ...byExternalId,
      reply: read.reply,
      ...(read.versioned === true && { versioned: true }),
      errors: [...new Set<ErrorCode>([...(read.errors ?? []), 'NOT_FOUND'])],
      sync,
    }),
    [`put${name}ByExternalId`]: route(`put${name}ByExternalId`, '/external/{source}/{external_id}', {
      method: 'put',
      permission: needed,
      summary: `Create or change ${called} by its id in another system`,
      description:
        'Creates the row with 201 when there is none with this external id, else changes it as an update does, with 200. The body is that of a create; ' +
        'where the row exists, members may be left out. To repeat the request changes nothing.',
      ...byExternalId,
      body: z.record(z.string(), JsonValue).meta({ override: bodyReference(create) }),
      reply: both,
      ...(update.versioned === true && { versioned: true }),
      errors,
      sync,
    }),
    [`batch${plural}`]: route(`batch${plural}`, '/batch', {
      method: 'post',
      permission: needed,
      summary: `Create, change or upsert up to ${MAX_BATCH_ITEMS} of them at once`,
      description:
        'Each item is done as by itself and has a result of its own, so that the answer is 200 also where items were refused. ' +
        (sync.separately === true
          ? 'These cannot be done all or none: `atomic` is refused.'
          : 'With `atomic` the first refusal undoes all of them and is the answer; its `details` name the item.'),
      ...(create.params !== undefined && { params: create.params }),
      body: Batch,
      reply: payload(z.object({ data: BatchResults })),
      errors,
      sync,
    }),
  };
  return made as unknown as Routes<SyncSpecs<Name, Plural>>;
}

function ofExternalId(parents: z.ZodRawShape): z.ZodObject {
  return z.object({ ...parents, source: Source, external_id: ForeignId });
}

/** The body is documented as the one that creates; what it must hold depends on whether the row exists. */
function bodyReference({ body }: Route): object {
  const id = body === undefined ? undefined : z.globalRegistry.get(body)?.id;
  return id === undefined ? { type: 'object' } : { $ref: `#/components/schemas/${id}` };
}
