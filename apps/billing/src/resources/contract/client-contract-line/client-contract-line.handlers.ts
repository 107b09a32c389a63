import { notFound } from '@psa/contract-kit';
import { clientContractLineRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../../billing-app.ts';
import { createClientContractLine, deactivateClientContractLine } from './client-contract-line.actions.ts';
import { listClientContractLines } from './client-contract-line.list.ts';
import { findAssignment } from './client-contract-line.records.ts';
import { toClientContractLine } from './client-contract-line.view.ts';

async function showAssignment(db: Db, id: string, location?: string) {
  const row = await findAssignment(db, id);
  if (row === undefined) throw notFound('Client contract line');
  return versioned({ data: toClientContractLine(row) }, row.version, location);
}

export const clientContractLineHandlers = handlers(clientContractLineRoutes, {
  listClientContractLines: async ({ db, query }) => {
    const { rows, pagination } = await listClientContractLines(db, query);
    return { data: rows.map(toClientContractLine), pagination };
  },

  createClientContractLine: async ({ db, ports, body }) => {
    const id = await createClientContractLine(db, ports, body);
    return showAssignment(db, id, `/api/v1/company-contract-lines/${id}`);
  },

  getClientContractLine: ({ db, params }) => showAssignment(db, params.id),

  deactivateClientContractLine: ({ db, params, ifMatch }) => deactivateClientContractLine(db, params.id, ifMatch),
});
