import { notFound } from '@psa/contract-kit';
import { rmmRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { partLinks } from '../asset/asset-links.view.ts';
import { findAsset } from '../asset/asset.records.ts';
import { actOnDevice, lastRmmData, refreshRmmData, remoteControl } from './rmm.actions.ts';
import { listActions } from './rmm-action.records.ts';
import { rmmLinks, toRmmAction, toRmmData } from './rmm.view.ts';

export const rmmHandlers = handlers(rmmRoutes, {
  getRmmData: async ({ db, ports, params }) => {
    const found = await lastRmmData(db, ports, params.id);
    const _links = rmmLinks(params.id);
    return typeof found === 'string' ? { data: null, message: found, _links } : { data: toRmmData(found), _links };
  },

  refreshRmmData: async ({ db, ports, params }) => ({
    data: toRmmData(await refreshRmmData(db, ports, params.id)),
    _links: rmmLinks(params.id),
  }),

  rebootAsset: async ({ db, ports, params }) => {
    const { message } = await actOnDevice(db, ports, params.id, { kind: 'reboot' });
    return { success: true, message };
  },

  runAssetScript: async ({ db, ports, params, body }) => {
    const { message, jobId, actionId } = await actOnDevice(db, ports, params.id, { kind: 'script', scriptId: body.scriptId });
    return { success: true, message, jobId: jobId ?? actionId };
  },

  getRemoteControl: async ({ db, ports, params, query: { type } }) => {
    const url = await remoteControl(db, ports, params.id, type);
    return { data: url === null ? null : { url, type } };
  },

  listRmmActions: async ({ db, params, query }) => {
    const [asset, { rows, pagination }] = await Promise.all([findAsset(db, params.id), listActions(db, params.id, query)]);
    if (asset === undefined) throw notFound('Asset');
    return { data: rows.map(toRmmAction), pagination, _links: partLinks(params.id, 'rmm/actions') };
  },
});
