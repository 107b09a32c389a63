import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Event, events } from '../event.ts';
import { PublicEvent } from '../public-event.ts';
import { apiInfo } from './api-info.ts';
import { asyncApiDocument } from './asyncapi.ts';

const Lamp = z.object({ lamp_id: z.guid(), room: z.string().nullable() });
const lampEvents = events('lamps', {
  lit: { name: 'lamp.lit', version: 1, key: 'lamp_id', summary: 'A lamp was lit', data: Lamp },
  litAgain: { name: 'lamp.lit', version: 2, key: 'lamp_id', summary: 'A lamp was lit', data: Lamp.extend({ by: z.string() }) },
  broken: { name: 'lamp.broken', version: 1, key: 'lamp_id', summary: 'A lamp broke', data: Lamp.pick({ lamp_id: true }) },
});
const all = Object.values(lampEvents) as unknown as Event[];
const document = asyncApiDocument(all, apiInfo);

describe('an AsyncAPI document', () => {
  it('has a channel by name, whatever the version of the event', () => {
    expect(document.asyncapi).toBe('3.0.0');
    expect(Object.keys(document.channels)).toEqual(['lamp.lit', 'lamp.broken']);
    expect(document.channels['lamp.lit']).toMatchObject({
      address: 'lamp.lit',
      messages: { 'psa.lamps.lamp.lit.v1': { $ref: '#/components/messages/psa.lamps.lamp.lit.v1' }, 'psa.lamps.lamp.lit.v2': {} },
    });
  });

  it('has an operation and a message for each event', () => {
    expect(Object.keys(document.operations)).toEqual(all.map(({ type }) => type));
    expect(document.operations['psa.lamps.lamp.broken.v1']).toMatchObject({
      action: 'send',
      channel: { $ref: '#/channels/lamp.broken' },
      messages: [{ $ref: '#/channels/lamp.broken/messages/psa.lamps.lamp.broken.v1' }],
    });
  });

  it('describes the data within the envelope', () => {
    expect(document.components.schemas['psa.lamps.lamp.lit.v1.data']).toMatchObject({
      properties: { lamp_id: { type: 'string', format: 'uuid' }, room: { type: ['string', 'null'] } },
      required: ['lamp_id', 'room'],
    });
    expect(document.components.messages['psa.lamps.lamp.lit.v1']?.payload).toMatchObject({
      allOf: [
        { $ref: '#/components/schemas/PublicEvent' },
        { properties: { eventname: { const: 'lamp.lit' }, type: { const: 'psa.lamps.lamp.lit.v1' } } },
      ],
    });
  });

  it.each(all.map((event) => [event.type, event] as const))('shows an event of type %s that its schemas accept', (type, event) => {
    const [example] = document.components.messages[type]?.examples as { payload: { data: unknown } }[];
    expect(PublicEvent.safeParse(example?.payload)).toMatchObject({ success: true });
    expect(event.data.safeParse(example?.payload.data)).toMatchObject({ success: true });
  });

  it('refuses two events of one type', () => {
    expect(() => asyncApiDocument([...all, all[0] as Event], apiInfo)).toThrow('Two events are of type psa.lamps.lamp.lit.v1');
  });
});
