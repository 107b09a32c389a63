import { notFound } from '@psa/contract-kit';
import { discountRoutes } from '@psa/contracts-billing';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { createDiscount, deleteDiscount, updateDiscount } from './discount.actions.ts';
import { listDiscounts } from './discount.list.ts';
import { findDiscount } from './discount.records.ts';
import { toDiscount } from './discount.view.ts';

export const discountHandlers = handlers(discountRoutes, {
  listDiscounts: async ({ db, query }) => {
    const { rows, pagination } = await listDiscounts(db, query);
    return { data: rows.map(toDiscount), pagination };
  },

  createDiscount: async ({ db, ports, body }) => {
    const row = await createDiscount(db, ports, body);
    return versioned({ data: toDiscount(row) }, row.version, `/api/v1/discounts/${row.discount_id}`);
  },

  getDiscount: async ({ db, params }) => {
    const row = await findDiscount(db, params.id);
    if (row === undefined) throw notFound('Discount');
    return versioned({ data: toDiscount(row) }, row.version);
  },

  updateDiscount: async ({ db, params, body, ifMatch }) => {
    const row = await updateDiscount(db, params.id, body, ifMatch);
    return versioned({ data: toDiscount(row) }, row.version);
  },

  deleteDiscount: ({ db, params, ifMatch }) => deleteDiscount(db, params.id, ifMatch),
});
