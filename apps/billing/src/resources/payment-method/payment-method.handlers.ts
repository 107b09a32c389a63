import { invalidField, notFound } from '@psa/contract-kit';
import { paymentMethodRoutes } from '@psa/contracts-billing';
import { type Accepted, demandVersion, versioned } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import { handlers, type Tx } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import {
  clearDefault,
  findPaymentMethod,
  insertPaymentMethod,
  listPaymentMethods,
  lockPaymentMethod,
  type PaymentMethodRecord,
  toPaymentMethod,
  updatePaymentMethodRow,
} from './payment-method.records.ts';

export const paymentMethodHandlers = handlers(paymentMethodRoutes, {
  listPaymentMethods: async ({ db, query }) => {
    const { rows, pagination } = await listPaymentMethods(db, query);
    return { data: rows.map((row) => toPaymentMethod(row)), pagination };
  },

  createPaymentMethod: async ({ db, ports, body }) => {
    const { client_id } = await requireClient(db, ports, body.client_id);
    assertCard(body);
    const row = await db.transaction(async (tx) => {
      if (body.is_default) await clearDefault(tx, client_id);
      const { type, provider = null, provider_token = null, last4, exp_month = null, exp_year = null, is_default } = body;
      return insertPaymentMethod(tx, {
        payment_method_id: uuidv7(),
        client_id,
        type,
        provider,
        provider_token,
        last4,
        exp_month,
        exp_year,
        is_default,
      });
    });
    return versioned({ data: toPaymentMethod(row) }, row.version, `/api/v1/financial/payment-methods/${row.payment_method_id}`);
  },

  getPaymentMethod: async ({ db, params }) => {
    const row = await findPaymentMethod(db, params.id);
    if (row === undefined) throw notFound('Payment method');
    return versioned({ data: toPaymentMethod(row) }, row.version);
  },

  updatePaymentMethod: async ({ db, params, body, ifMatch }) => {
    const row = await db.transaction(async (tx) => {
      const current = await lockAccepted(tx, params.id, ifMatch);
      const changes = changedMembers(current, body);
      if (Object.keys(changes).length === 0) return current;
      assertCard({ ...current, ...changes });
      if (changes.is_default === true) await clearDefault(tx, current.client_id);
      return updatePaymentMethodRow(tx, params.id, changes);
    });
    return versioned({ data: toPaymentMethod(row) }, row.version);
  },

  deletePaymentMethod: ({ db, params, ifMatch }) =>
    db.transaction(async (tx) => {
      await lockAccepted(tx, params.id, ifMatch);
      // What was paid by it still says so; the token is of no use any more.
      await updatePaymentMethodRow(tx, params.id, { is_deleted: true, is_default: false, provider_token: null });
    }),
});

/** @throws NOT_FOUND, PRECONDITION_FAILED */
async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<PaymentMethodRecord> {
  const row = await lockPaymentMethod(tx, id);
  if (row === undefined) throw notFound('Payment method');
  demandVersion(accepted, row.version);
  return row;
}

/** @throws VALIDATION_ERROR naming what a card lacks, or what an account cannot have */
function assertCard({
  type,
  exp_month,
  exp_year,
}: {
  type: string;
  exp_month?: string | null | undefined;
  exp_year?: string | null | undefined;
}): void {
  for (const [name, value] of Object.entries({ exp_month, exp_year })) {
    const isMissing = value === null || value === undefined;
    if (type === 'credit_card' && isMissing) throw invalidField(name, 'is required for a card', 'required');
    if (type === 'bank_account' && !isMissing) throw invalidField(name, 'is of cards alone');
  }
}
