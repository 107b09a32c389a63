import type { BillingAnchor } from '@psa/calendar';
import type { UpdateClientBillingSettings } from '@psa/contracts-billing';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { ClientBillingTable } from './client-billing.tables.ts';

const MEMBERS = [
  'cycle_anchor',
  'auto_finalize',
  'auto_send',
  'currency_code',
  'po_number',
  'po_required',
  'invoice_emails',
  'buyer_reference',
  'invoice_template_id',
  'bills_from',
  'next_cycle_start',
  'retry_on',
  'version',
] as const;

export type ClientBilling = Pick<Selectable<ClientBillingTable>, (typeof MEMBERS)[number]>;

/** As long as nothing was said about a client. */
const UNSAID: ClientBilling = {
  cycle_anchor: null,
  auto_finalize: false,
  auto_send: false,
  currency_code: null,
  po_number: null,
  po_required: false,
  invoice_emails: [],
  buyer_reference: null,
  invoice_template_id: null,
  bills_from: null,
  next_cycle_start: null,
  retry_on: null,
  version: 0,
};

/** How a client is billed; version 0 as long as nothing was said. */
export async function readClientBilling(db: Db, client_id: string): Promise<ClientBilling> {
  const row = await db.selectFrom('client_billing').select(MEMBERS).where('client_id', '=', client_id).executeTakeFirst();
  return row ?? UNSAID;
}

/**
 * Writes what was said about a client if it still has a version.
 * @returns whether it had
 */
export async function writeClientBilling(
  tx: Tx,
  client_id: string,
  { cycle_anchor, ...others }: UpdateClientBillingSettings,
  version: number,
): Promise<boolean> {
  const changes = {
    ...others,
    ...(cycle_anchor !== undefined && { cycle_anchor: cycle_anchor === null ? null : JSON.stringify(cycle_anchor) }),
  };
  const written = await tx
    .insertInto('client_billing')
    .values({ client_id, currency_code: null, po_number: null, bills_from: null, next_cycle_start: null, retry_on: null, ...changes })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'client_id'])
        .doUpdateSet({ ...changes, version: sql`client_billing.version + 1`, updated_at: sql`excluded.updated_at` })
        .where('client_billing.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  return written !== undefined;
}

/** Where the periods of a client begin. */
export function anchorOfClient({ cycle_anchor }: Pick<ClientBilling, 'cycle_anchor'>): BillingAnchor {
  if (cycle_anchor === null) return {};
  const { reference_date, ...anchor } = cycle_anchor;
  return { ...anchor, ...(reference_date !== undefined && { reference: reference_date }) } as BillingAnchor;
}

/** Moves a client on in its cycles; what people wrote keeps its version. */
export async function moveOn(
  tx: Tx,
  client_id: string,
  changes: { readonly next_cycle_start?: string; readonly bills_from?: string; readonly retry_on: string | null },
): Promise<void> {
  await tx
    .insertInto('client_billing')
    .values({ client_id, currency_code: null, po_number: null, bills_from: null, next_cycle_start: null, ...changes })
    .onConflict((conflict) => conflict.columns(['tenant', 'client_id']).doUpdateSet({ ...changes, updated_at: sql`excluded.updated_at` }))
    .execute();
}
