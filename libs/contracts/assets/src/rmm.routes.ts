import { Id, Links, Pagination, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { flatAssetGroup } from './group.ts';
import {
  RemoteControlAnswer,
  RemoteControlQuery,
  RmmAction,
  RmmActionAnswer,
  RmmActionQuery,
  RmmDataAnswer,
  RunRmmScript,
} from './rmm.schemas.ts';

const params = z.object({ id: Id.describe('Asset id') });

const RmmActions = z.object({ data: z.array(RmmAction), pagination: Pagination, _links: Links }).meta({ id: 'RmmActions' });

export const rmmRoutes = routes(flatAssetGroup('Asset remote monitoring'), {
  getRmmData: {
    method: 'get',
    path: '/api/v1/assets/{id}/rmm',
    permission: 'asset:read',
    summary: 'Read what remote monitoring last said of an asset',
    params,
    reply: payload(RmmDataAnswer),
    errors: ['NOT_FOUND'],
  },
  refreshRmmData: {
    method: 'post',
    path: '/api/v1/assets/{id}/rmm/refresh',
    permission: 'asset:update',
    summary: 'Fetch what remote monitoring says of an asset now',
    params,
    reply: payload(RmmDataAnswer),
    errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
  },
  rebootAsset: {
    method: 'post',
    path: '/api/v1/assets/{id}/rmm/reboot',
    permission: ['asset:read', 'rmm:execute_command'],
    summary: 'Restart a managed device',
    params,
    reply: payload(RmmActionAnswer),
    errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
  },
  runAssetScript: {
    method: 'post',
    path: '/api/v1/assets/{id}/rmm/script',
    permission: ['asset:read', 'rmm:execute_command'],
    summary: 'Run a saved script on a managed device',
    description:
      "Answers once the provider has taken the script on, not when it has run; `jobId` is the action's id in the trail unless the provider has its own.",
    params,
    body: RunRmmScript,
    reply: payload(RmmActionAnswer, 202),
    errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
  },
  getRemoteControl: {
    method: 'get',
    path: '/api/v1/assets/{id}/rmm/remote-control',
    permission: ['asset:read', 'rmm:execute_command'],
    summary: 'Get an address to take control of a managed device',
    description: 'Every address that is given out is noted in the trail.',
    params,
    query: RemoteControlQuery,
    reply: payload(RemoteControlAnswer),
    errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
  },
  listRmmActions: {
    method: 'get',
    path: '/api/v1/assets/{id}/rmm/actions',
    permission: ['asset:read', 'rmm:execute_command'],
    summary: 'List who did what to a managed device',
    description: 'An addition to the published description.',
    params,
    query: RmmActionQuery,
    reply: { ...payload(RmmActions), item: RmmAction },
    errors: ['NOT_FOUND'],
  },
});
