import { Id, nothing, payload, type Route, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { routes as everyRoute } from '@psa/contracts-product';
import { OWN_SERVICE } from '../own-service.ts';

const params = z.object({ id: Id });
const anything = payload(z.unknown());

/** A few routes in each form, so that these tests stand when the product's routes change. */
const assetForm = routes(
  { service: 'assets', form: 'asset', tag: 'Test', aliases: [['/api/v1/things', '/api/v2/things']] },
  {
    listThings: { method: 'get', path: '/api/v1/things', permission: 'asset:read', summary: 'List', reply: anything },
    createThing: {
      method: 'post',
      path: '/api/v1/things',
      permission: 'asset:create',
      summary: 'Create',
      body: z.object({}),
      bodyLimit: 2_000,
      reply: anything,
    },
    getThing: {
      method: 'get',
      path: '/api/v1/things/{id}',
      permission: 'asset:read',
      mayUse: ['asset:update'],
      summary: 'Read',
      params,
      reply: anything,
    },
    deleteThing: { method: 'delete', path: '/api/v1/things/{id}', permission: 'asset:delete', summary: 'Delete', params, reply: nothing() },
  },
);

const dataForm = routes(
  { service: 'clients', form: 'data', tag: 'Test' },
  {
    listPeople: { method: 'get', path: '/api/v1/people', permission: 'client:read', summary: 'List', reply: anything },
    createPerson: {
      method: 'post',
      path: '/api/v1/people',
      permission: 'client:create',
      summary: 'Create',
      body: z.object({}),
      bodyLimit: 2_000,
      reply: anything,
    },
  },
);

const flatForm = routes(
  { service: 'identity', form: 'flat', tag: 'Test' },
  {
    watchDoors: {
      method: 'get',
      path: '/api/doors/events',
      permission: 'session',
      summary: 'Watch',
      reply: { ...anything, media: ['text/event-stream'] },
    },
    listDoors: { method: 'get', path: '/api/doors', permission: 'session', summary: 'List', reply: anything },
    createDoor: {
      method: 'post',
      path: '/api/doors',
      permission: 'session',
      summary: 'Create',
      body: z.object({}),
      bodyLimit: 2_000,
      reply: anything,
    },
    signIn: { method: 'post', path: '/api/sign-in', permission: 'public', summary: 'Sign in', body: z.object({}), reply: anything },
  },
);

export const testRoutes: readonly Route[] = [
  ...Object.values(assetForm),
  ...Object.values(dataForm),
  ...Object.values(flatForm),
  ...everyRoute.filter(({ service }) => service === OWN_SERVICE),
];
