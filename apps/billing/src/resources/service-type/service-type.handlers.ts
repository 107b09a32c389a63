import { notFound } from '@psa/contract-kit';
import { serviceTypeRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { createServiceType, deleteServiceType, updateServiceType } from './service-type.actions.ts';
import { listServiceTypes } from './service-type.list.ts';
import { findServiceType } from './service-type.records.ts';
import { toServiceType } from './service-type.view.ts';

export const serviceTypeHandlers = handlers(serviceTypeRoutes, {
  listServiceTypes: async ({ db, query }) => {
    const { rows, pagination } = await listServiceTypes(db, query);
    return { data: rows.map(toServiceType), pagination };
  },

  createServiceType: async ({ db, body }) => {
    const row = await createServiceType(db, body);
    return versioned({ data: toServiceType(row) }, row.version, `/api/v1/service-types/${row.service_type_id}`);
  },

  getServiceType: async ({ db, params }) => {
    const row = await findServiceType(db, params.id);
    if (row === undefined) throw notFound('Service type');
    return versioned({ data: toServiceType(row) }, row.version);
  },

  updateServiceType: async ({ db, params, body, ifMatch }) => {
    const row = await updateServiceType(db, params.id, body, ifMatch);
    return versioned({ data: toServiceType(row) }, row.version);
  },

  deleteServiceType: ({ db, params, ifMatch }) => deleteServiceType(db, params.id, ifMatch),
});
