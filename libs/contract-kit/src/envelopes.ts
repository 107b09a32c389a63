import { z } from 'zod';

/** How an answer and its errors look on the wire. */
export type Form =
  /** `{data, meta?}` with nested errors: most routes. */
  | 'data'
  /** `{success, data: payload, meta}` with asset errors: the asset core. */
  | 'asset'
  /** The payload as it is, with flat errors. */
  | 'flat';

export const Link = z
  .object({
    href: z.string().describe('Address of the related operation'),
    method: z.string().optional().describe('HTTP method of the related operation'),
  })
  .meta({ id: 'Link' });

export const Links = z.record(z.string(), Link).describe('Related operations by relation');

export const Pagination = z
  .object({
    page: z.int().describe('Number of this page, from 1'),
    limit: z.int().describe('Rows a page'),
    total: z.int().nullable().describe('Rows that match; null when `include_total=false`'),
    totalPages: z.int().nullable().describe('Pages in all; null when `include_total=false`'),
    hasNext: z.boolean().describe('Whether a further page exists'),
    hasPrev: z.boolean().describe('Whether this is not the first page'),
    next_cursor: z.string().nullable().describe('Pass as `cursor` to read on from here, stable under inserts; null at the end'),
  })
  .meta({ id: 'Pagination' });

export type PaginationBody = z.infer<typeof Pagination>;

/** What a route answers when all went well. */
export interface ReplySpec<Body extends z.ZodType = z.ZodType> {
  readonly status: 200 | 201 | 202 | 204 | 302 | 400;
  /** Other statuses the same payload may come with. */
  readonly also?: readonly (200 | 201 | 202)[];
  /** Schema of the payload before the form wraps it; absent for 204 and for downloads. */
  readonly body?: Body;
  /** Schema of one row, where the payload is a row or rows: it bounds the `fields` parameter. */
  readonly item?: z.ZodObject;
  /** Media types sent beside or instead of JSON. */
  readonly media?: readonly string[];
  /** The answer may be a 302 to another address. */
  readonly redirects?: true;
  /** The handler writes status, cookies and bytes itself, because the protocol is somebody else's, such as a session library's. */
  readonly raw?: true;
  /** What else a raw answer may be when the request is refused, in the words of its protocol and not in those of our errors. */
  readonly refusals?: readonly Refusal[];
}

/** An answer to a refused request in the words of somebody else's protocol. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 410 | 429 | 500 | 503;
  /** Schema of the JSON, where it is JSON; a page otherwise. */
  readonly body?: z.ZodType;
}

type One<T extends z.ZodType> = z.ZodObject<{
  data: T;
  meta: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodUnknown>>;
  _links: z.ZodOptional<typeof Links>;
}>;

const around = <T extends z.ZodType>(data: T): One<T> =>
  z.object({ data, meta: z.record(z.string(), z.unknown()).optional(), _links: Links.optional() });

/** 200 with one resource under `data`. */
export const one = <T extends z.ZodType>(data: T) => ({ status: 200, body: around(data), ...itemOf(data) }) as const;

/** 201 with the new resource under `data`. */
export const created = <T extends z.ZodType>(data: T) => ({ status: 201, body: around(data), ...itemOf(data) }) as const;

/** 200 with an unpaged, bounded list under `data`. */
export const many = <T extends z.ZodType>(row: T) => ({ status: 200, body: around(z.array(row)), ...itemOf(row) }) as const;

/** 200 with one page of rows under `data` and `pagination` beside it. */
export const page = <T extends z.ZodType>(row: T) =>
  ({
    status: 200,
    body: z.object({
      data: z.array(row),
      pagination: Pagination,
      meta: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('`filters` as they were understood, the `resource` of the rows, and the `sort` and `order` of the list'),
      _links: Links.optional(),
    }),
    ...itemOf(row),
  }) as const;

/** A payload of its own shape. */
export const payload = <T extends z.ZodType>(body: T, status: 200 | 201 | 202 = 200) => ({ status, body }) as const;

/** 204 without a body. */
export const nothing = () => ({ status: 204 }) as const;

/** 200 with bytes of the given media types. */
export const download = (...media: string[]) => ({ status: 200, media }) as const;

/**
 * An answer of a protocol that is not the product's own; `status` is what it gives when all goes well.
 * @param body schema of its JSON, where it has any
 */
export const raw = <T extends z.ZodType>(
  body: T,
  more: Pick<ReplySpec, 'media' | 'redirects' | 'refusals'> & { status?: 200 | 202 | 302 | 400 } = {},
) => ({ status: 200, ...more, body, raw: true }) as const;

function itemOf(schema: z.ZodType): { item?: z.ZodObject } {
  return schema instanceof z.ZodObject ? { item: schema } : {};
}
