import { notFound } from '@psa/contract-kit';
import { contractLineRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import {
  copyContractLine,
  createContractLine,
  deleteContractLine,
  setContractLineActivation,
  updateContractLine,
} from './contract-line.actions.ts';
import { bulkCreateContractLines, bulkDeleteContractLines, bulkUpdateContractLines } from './contract-lines-in-bulk.actions.ts';
import { listContractLines } from './contract-line.list.ts';
import { findContractLine } from './contract-line.records.ts';
import { toContractLine } from './contract-line.view.ts';

export const contractLineHandlers = handlers(contractLineRoutes, {
  listContractLines: async ({ db, query }) => {
    const { rows, pagination } = await listContractLines(db, query);
    return { data: rows.map(toContractLine), pagination };
  },

  createContractLine: async ({ db, body }) => {
    const row = await createContractLine(db, body);
    return versioned({ data: toContractLine(row) }, row.version, `/api/v1/contract-lines/${row.contract_line_id}`);
  },

  getContractLine: async ({ db, params }) => {
    const row = await findContractLine(db, params.id);
    if (row === undefined) throw notFound('Contract line');
    return versioned({ data: toContractLine(row) }, row.version);
  },

  updateContractLine: async ({ db, params, body, ifMatch }) => {
    const row = await updateContractLine(db, params.id, body, ifMatch);
    return versioned({ data: toContractLine(row) }, row.version);
  },

  bulkCreateContractLines: async ({ db, body }) => {
    const rows = await bulkCreateContractLines(db, body);
    return { data: { contract_lines: rows.map(toContractLine), dry_run: body.dry_run ?? false } };
  },

  bulkUpdateContractLines: async ({ db, body }) => {
    const rows = await bulkUpdateContractLines(db, body);
    return { data: { contract_lines: rows.map(toContractLine), dry_run: body.dry_run ?? false } };
  },

  bulkDeleteContractLines: async ({ db, body }) => ({
    data: { deleted_count: await bulkDeleteContractLines(db, body), dry_run: body.dry_run ?? false },
  }),

  setContractLineActivation: async ({ db, params, body, ifMatch }) => {
    const row = await setContractLineActivation(db, params.id, body, ifMatch);
    return versioned({ data: toContractLine(row) }, row.version);
  },

  copyContractLine: async ({ db, params, body }) => ({ data: toContractLine(await copyContractLine(db, params.id, body)) }),

  deleteContractLine: ({ db, params, ifMatch }) => deleteContractLine(db, params.id, ifMatch),
});
