import { interpolate } from '@psa/conditions';
import type { PayloadTransformation, PublicEvent, Webhook } from '@psa/contracts-automation';
import { flattened, withoutPaths, withPaths } from './member-paths.ts';

// XML has no way to write these characters (XML 1.0, 2.2).
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** A longer body carries the id alone. */
const LONGEST_BODY = 256 * 1024;

export type BodySettings = Pick<Webhook, 'payload_format' | 'content_type' | 'payload_fields' | 'payload_transformation'>;

/**
 * The body of a delivery, the same in every attempt.
 * @param key member of the data that identifies what the event is about
 */
export function deliveryBody(settings: BodySettings, event: PublicEvent, key: string): string {
  const body = write(settings, { ...event, data: shownData(settings, event, key) });
  if (Buffer.byteLength(body) <= LONGEST_BODY) return body;
  return write(settings, { ...event, data: { [key]: event.subject }, datatruncated: true });
}

/** How the body of a webhook's deliveries is called. */
export function bodyType({
  payload_format,
  content_type,
  payload_transformation,
}: Pick<BodySettings, 'payload_format' | 'content_type' | 'payload_transformation'>): string {
  if (payload_format === 'form_data') return 'application/x-www-form-urlencoded';
  if (payload_format === 'xml') return 'application/xml; charset=utf-8';
  return payload_format === 'custom' && typeof payload_transformation?.template === 'string' ? 'text/plain; charset=utf-8' : content_type;
}

function shownData({ payload_fields, payload_transformation }: BodySettings, event: PublicEvent, key: string): Record<string, unknown> {
  let shown = payload_fields === null ? event.data : withPaths(event.data, [key, ...payload_fields]);
  const { include_fields, exclude_fields, flatten_nested, custom_fields }: PayloadTransformation = payload_transformation ?? {};
  if (include_fields !== undefined) shown = withPaths(shown, include_fields);
  if (exclude_fields !== undefined) shown = withoutPaths(shown, exclude_fields);
  if (flatten_nested === true) shown = flattened(shown);
  return custom_fields === undefined ? shown : { ...shown, ...(interpolate(custom_fields, event) as object) };
}

function write({ payload_format, payload_transformation }: BodySettings, event: PublicEvent): string {
  if (payload_format === 'form_data') return formOf(event);
  if (payload_format === 'xml') return `<?xml version="1.0" encoding="UTF-8"?>\n${element('event', event)}`;
  if (payload_format === 'json') return JSON.stringify(event);
  const filled = interpolate(payload_transformation?.template ?? null, event);
  return typeof filled === 'string' ? filled : JSON.stringify(filled);
}

function formOf(event: PublicEvent): string {
  const entries = Object.entries(flattened(event)).map(([name, value]): [string, string] => [name, textOf(value)]);
  return new URLSearchParams(entries).toString();
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A name of XML may hold less than a name of JSON. */
function element(name: string, value: unknown): string {
  const tag = name.replaceAll(/[^\w.-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
  return `<${tag}>${content(value)}</${tag}>`;
}

function content(value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element('item', item)).join('');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, member]) => element(name, member))
      .join('');
  const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
  return textOf(value)
    .replaceAll(NOT_IN_XML, '\ufffd')
    .replaceAll(/[<>&]/g, (letter) => entities[letter] as string);
}
