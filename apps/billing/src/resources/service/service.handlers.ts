import { notFound } from '@psa/contract-kit';
import { serviceRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { createService, deleteService, updateService } from './service.actions.ts';
import { listServices } from './service.list.ts';
import { findService } from './service.records.ts';
import { toService } from './service.view.ts';

export const serviceHandlers = handlers(serviceRoutes, {
  listServices: async ({ db, query }) => {
    const { rows, pagination } = await listServices(db, query);
    return { data: rows.map(toService), pagination };
  },

  createService: async ({ db, ports, body }) => {
    const row = await createService(db, ports, body);
    return versioned({ data: toService(row) }, row.version, `/api/v1/services/${row.service_id}`);
  },

  getService: async ({ db, params }) => {
    const row = await findService(db, params.id);
    if (row === undefined) throw notFound('Service');
    return versioned({ data: toService(row) }, row.version);
  },

  updateService: async ({ db, ports, params, body, ifMatch }) => {
    const row = await updateService(db, ports, params.id, body, ifMatch);
    return versioned({ data: toService(row) }, row.version);
  },

  deleteService: ({ db, params, ifMatch }) => deleteService(db, params.id, ifMatch),
});
