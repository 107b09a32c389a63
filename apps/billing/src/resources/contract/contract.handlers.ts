import { notFound } from '@psa/contract-kit';
import { contractRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../billing-app.ts';
import {
  addContractLineToContract,
  createContract,
  deleteContract,
  removeContractLineFromContract,
  updateContract,
} from './contract.actions.ts';
import { listContracts } from './contract.list.ts';
import { findContract } from './contract.records.ts';
import { toContract } from './contract.view.ts';

async function showContract(db: Db, id: string, location?: string) {
  const row = await findContract(db, id);
  if (row === undefined) throw notFound('Contract');
  return versioned({ data: toContract(row) }, row.version, location);
}

export const contractHandlers = handlers(contractRoutes, {
  listContracts: async ({ db, query }) => {
    const { rows, pagination } = await listContracts(db, query);
    return { data: rows.map(toContract), pagination };
  },

  createContract: async ({ db, ports, body }) => {
    const id = await createContract(db, ports, body);
    return showContract(db, id, `/api/v1/contracts/${id}`);
  },

  getContract: ({ db, params }) => showContract(db, params.id),

  updateContract: async ({ db, params, body, ifMatch }) => {
    await updateContract(db, params.id, body, ifMatch);
    return showContract(db, params.id);
  },

  deleteContract: ({ db, params, ifMatch }) => deleteContract(db, params.id, ifMatch),

  addContractLineToContract: async ({ db, params, body }) => {
    await addContractLineToContract(db, params.id, body.contract_line_id);
    const row = await findContract(db, params.id);
    if (row === undefined) throw notFound('Contract');
    return { data: toContract(row) };
  },

  removeContractLineFromContract: ({ db, params }) => removeContractLineFromContract(db, params.id, params.lineId),
});
