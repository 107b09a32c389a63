import { accountingMappingRoutes } from '@psa/contracts-billing';
import { handlers } from '../../billing-app.ts';
import { mapAccounts, mapTaxCodes } from './accounting-mapping.actions.ts';
import { listMappings } from './accounting-mapping.list.ts';
import { toAccountMapping, toTaxCodeMapping } from './accounting-mapping.view.ts';

export const accountingMappingHandlers = handlers(accountingMappingRoutes, {
  mapAccountingAccounts: async ({ db, ports, body }) => ({ data: await mapAccounts(db, ports, body) }),

  listAccountingAccountMappings: async ({ db, query }) => {
    const { rows, pagination } = await listMappings(db, 'account', query);
    return { data: rows.map(toAccountMapping), pagination };
  },

  mapAccountingTaxCodes: async ({ db, ports, body }) => ({ data: await mapTaxCodes(db, ports, body) }),

  listAccountingTaxCodeMappings: async ({ db, query }) => {
    const { rows, pagination } = await listMappings(db, 'tax_code', query);
    return { data: rows.map(toTaxCodeMapping), pagination };
  },
});
