import { describe, expect, it } from '@jest/globals';
import type { PublicEvent } from '@psa/contracts-automation';
import { type BodySettings, bodyType, deliveryBody } from './delivery-body.ts';

const event: PublicEvent = {
  specversion: '1.0',
  id: 'e-1',
  source: '/psa/assets',
  type: 'psa.assets.asset.updated.v1',
  eventname: 'asset.updated',
  subject: 'a-1',
  time: '2026-11-21T08:00:00.000Z',
  datacontenttype: 'application/json',
  tenantid: 't-1',
  actorid: 'u-1',
  actortype: 'user',
  aggregateversion: 2,
  correlationid: 'r-1',
  data: {
    asset_id: 'a-1',
    name: 'Mail <server> & more',
    rank: 7,
    serial: null,
    tags: ['a', 'b'],
    changes: { name: { previous: 'x', new: 'y' }, rank: { previous: 1, new: 7 } },
  },
};
const settings = (given: Partial<BodySettings> = {}): BodySettings => ({
  payload_format: 'json',
  content_type: 'application/json',
  payload_fields: null,
  payload_transformation: null,
  ...given,
});
const body = (given: Partial<BodySettings> = {}) => deliveryBody(settings(given), event, 'asset_id');
const dataOf = (given: Partial<BodySettings>) => (JSON.parse(body(given)) as PublicEvent).data;

describe('the body of a delivery', () => {
  it('is the event', () => expect(JSON.parse(body())).toEqual(event));

  it.each<[Partial<BodySettings>, Record<string, unknown>]>([
    [{ payload_fields: [] }, { asset_id: 'a-1' }],
    [{ payload_fields: ['rank', 'missing'] }, { asset_id: 'a-1', rank: 7 }],
    [{ payload_transformation: { include_fields: ['changes.name.new', 'rank'] } }, { rank: 7, changes: { name: { new: 'y' } } }],
    [
      { payload_transformation: { exclude_fields: ['changes.rank', 'name', 'tags', 'serial'] } },
      { asset_id: 'a-1', rank: 7, changes: { name: { previous: 'x', new: 'y' } } },
    ],
    [
      { payload_fields: ['changes'], payload_transformation: { flatten_nested: true, exclude_fields: ['changes.rank'] } },
      { asset_id: 'a-1', 'changes.name.previous': 'x', 'changes.name.new': 'y' },
    ],
    [
      {
        payload_fields: [],
        payload_transformation: { custom_fields: { origin: 'psa', was: '{{data.changes.name.previous}}', rank: '{{data.rank}}' } },
      },
      { asset_id: 'a-1', origin: 'psa', was: 'x', rank: 7 },
    ],
  ])('with %j holds %j', (given, data) => expect(dataOf(given)).toEqual(data));

  it('follows a template', () => {
    const template = {
      text: '{{eventname}} of {{data.name}} ({{data.missing}})',
      attachments: [{ rank: '{{data.rank}}', tags: '{{data.tags}}' }],
      on: true,
    };
    expect(JSON.parse(body({ payload_format: 'custom', payload_transformation: { template } }))).toEqual({
      text: 'asset.updated of Mail <server> & more ()',
      attachments: [{ rank: 7, tags: ['a', 'b'] }],
      on: true,
    });
    expect(body({ payload_format: 'custom', payload_transformation: { template: 'Rank {{data.rank}}' } })).toBe('Rank 7');
  });

  it('may be a form', () => {
    const form = Object.fromEntries(new URLSearchParams(body({ payload_format: 'form_data' })));
    expect(form).toMatchObject({
      eventname: 'asset.updated',
      'data.name': 'Mail <server> & more',
      'data.rank': '7',
      'data.serial': '',
      'data.tags': '["a","b"]',
      'data.changes.name.new': 'y',
    });
  });

  it('may be XML', () => {
    const xml = body({ payload_format: 'xml', payload_fields: ['name', 'tags'] });
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<event><specversion>1\.0<\/specversion>/);
    expect(xml).toContain(
      '<data><asset_id>a-1</asset_id><name>Mail &lt;server&gt; &amp; more</name><tags><item>a</item><item>b</item></tags></data>',
    );
    expect(deliveryBody(settings({ payload_format: 'xml' }), { ...event, data: { '1<x>': 'a\u0001b' } }, 'asset_id')).toContain(
      '<data><_1_x_>a\ufffdb</_1_x_></data>',
    );
  });

  it('holds the id alone when it would be too long', () => {
    const long = { ...event, data: { ...event.data, notes: 'é'.repeat(200_000) } };
    expect(JSON.parse(deliveryBody(settings(), long, 'asset_id'))).toMatchObject({
      id: 'e-1',
      data: { asset_id: 'a-1' },
      datatruncated: true,
    });
  });

  it.each([
    [{}, 'application/json'],
    [{ content_type: 'application/cloudevents+json' as const }, 'application/cloudevents+json'],
    [{ payload_format: 'xml' as const }, 'application/xml; charset=utf-8'],
    [{ payload_format: 'form_data' as const }, 'application/x-www-form-urlencoded'],
    [{ payload_format: 'custom' as const, payload_transformation: { template: 'x' } }, 'text/plain; charset=utf-8'],
    [{ payload_format: 'custom' as const, payload_transformation: { template: {} } }, 'application/json'],
  ])('with %j is called %s', (given, type) => expect(bodyType(settings(given))).toBe(type));
});
