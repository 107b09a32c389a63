import { expect, it } from '@jest/globals';
import { EXAMPLE_ID, Id, type Route, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { exampleBody } from './example-body.ts';

const body = z.object({
  name: z.string(),
  client_id: Id.optional(),
  user_ids: z.array(Id).optional(),
  members: z.array(z.object({ user_id: Id, role: z.string() })).optional(),
  token: z.string().optional(),
  data: z.object({ room: z.string(), location_id: Id.optional() }).optional(),
});
const { createLamp } = routes(
  { service: 'lamps', form: 'data', tag: 'Lamps' },
  { createLamp: { method: 'post', path: '/lamps', permission: 'public', summary: 'Create', body, reply: { status: 204 } } },
);
const route = createLamp as unknown as Route;
const example = {
  name: 'Front desk',
  client_id: EXAMPLE_ID,
  user_ids: [EXAMPLE_ID],
  members: [{ user_id: EXAMPLE_ID, role: 'owner' }],
  token: '492817',
  data: { room: 'Hall', location_id: EXAMPLE_ID },
};
const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

it('puts the ids of the fixture and its one-time values into an example', () => {
  const made = { name: 'Lamp', client_id: one, user_ids: [two], members: [{ user_id: one }], token: '123456', data: { location_id: two } };
  expect(exampleBody(route, example, made, [])).toEqual({
    name: 'Front desk',
    client_id: one,
    user_ids: [two],
    members: [{ user_id: one, role: 'owner' }],
    token: '123456',
    data: { room: 'Hall', location_id: two },
  });
});

it('leaves out what the fixture has no row for, and whatever requires it', () => {
  expect(exampleBody(route, example, { name: 'Lamp' }, [])).toEqual({ name: 'Front desk', data: { room: 'Hall' } });
  expect(exampleBody(route, example, undefined, [])).toEqual({ name: 'Front desk', data: { room: 'Hall' } });
});

it('takes the named members from the fixture', () => {
  expect(exampleBody(route, { name: 'Front desk' }, { name: 'Lamp' }, ['name'])).toEqual({ name: 'Lamp' });
});
