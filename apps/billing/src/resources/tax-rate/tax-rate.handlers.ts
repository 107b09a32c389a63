import { notFound } from '@psa/contract-kit';
import { taxRateRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { createTaxRate, deleteTaxRate, updateTaxRate } from './tax-rate.actions.ts';
import { listTaxRates } from './tax-rate.list.ts';
import { findTaxRate } from './tax-rate.records.ts';
import { toTaxRate } from './tax-rate.view.ts';

export const taxRateHandlers = handlers(taxRateRoutes, {
  listTaxRates: async ({ db, query }) => {
    const { rows, pagination } = await listTaxRates(db, query);
    return { data: rows.map(toTaxRate), pagination };
  },

  createTaxRate: async ({ db, body }) => {
    const row = await createTaxRate(db, body);
    return versioned({ data: toTaxRate(row) }, row.version, `/api/v1/financial/tax/rates/${row.tax_rate_id}`);
  },

  getTaxRate: async ({ db, params }) => {
    const row = await findTaxRate(db, params.id);
    if (row === undefined) throw notFound('Tax rate');
    return versioned({ data: toTaxRate(row) }, row.version);
  },

  updateTaxRate: async ({ db, params, body, ifMatch }) => {
    const row = await updateTaxRate(db, params.id, body, ifMatch);
    return versioned({ data: toTaxRate(row) }, row.version);
  },

  deleteTaxRate: ({ db, params, ifMatch }) => deleteTaxRate(db, params.id, ifMatch),
});
