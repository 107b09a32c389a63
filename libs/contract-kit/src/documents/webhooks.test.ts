import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Event, events } from '../event.ts';
import { apiInfo } from './api-info.ts';
import { openApiDocument } from './openapi.ts';

const data = z.object({ asset_id: z.guid(), room: z.string().nullable() });
const declared = events('probe', {
  created: { name: 'asset.created', version: 1, key: 'asset_id', summary: 'An asset was created', data },
  inner: { name: 'probe.done', version: 1, key: 'asset_id', summary: 'A probe was done', data },
});
const all = Object.values(declared) as unknown as Event[];

it('a document has a webhook for each event that can be selected, with its data and how a request is verified', () => {
  const document = openApiDocument([], apiInfo, all);
  expect(Object.keys(document.webhooks ?? {})).toEqual(['asset.created']);
  const sent = JSON.stringify(document.webhooks?.['asset.created']);
  expect(sent).toContain('"const":"psa.probe.asset.created.v1"');
  expect(sent).toContain('"room":{"type":["string","null"]}');
  expect(document.components?.parameters).toMatchObject({
    'webhook-signature': { in: 'header', description: expect.stringContaining('HMAC-SHA256') },
  });
});

it('a document without events has no webhooks', () => {
  expect(openApiDocument([], apiInfo)).not.toHaveProperty('webhooks');
});
