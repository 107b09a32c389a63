import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type BillingCycle, billingCycleRoutes, type BillingRun } from '@psa/contracts-billing';
import { demandPermissions, demandVersion, versioned } from '@psa/http-kit';
import { isCurrency } from '@psa/money';
import { type Db, handlers, type Ports } from '../../billing-app.ts';
import { clientCopy, clientReplica } from '../../replicas/client-replica.ts';
import {
  type BillingCycleRow,
  type BillingRunRow,
  findCycle,
  findRun,
  listCycles,
  listRunClients,
  listRuns,
} from './billing-cycle.records.ts';
import { findInvoiceTemplate } from '../invoice-template/invoice-template.records.ts';
import { startRun } from './billing-run.actions.ts';
import { readClientBilling, writeClientBilling } from '../client-billing/client-billing.records.ts';

export const billingCycleHandlers = handlers(billingCycleRoutes, {
  getClientBillingSettings: ({ db, ports, params }) => answer(db, ports, params.id),

  updateClientBillingSettings: async ({ db, ports, principal, params, body, ifMatch }) => {
    await known(db, ports, params.id);
    if (body.auto_finalize === true) demandPermissions(principal, ['invoice:finalize']);
    if (body.currency_code && !isCurrency(body.currency_code)) throw invalidField('currency_code', 'is not a currency of ISO 4217');
    if (body.invoice_template_id && (await findInvoiceTemplate(db, body.invoice_template_id)) === undefined)
      throw invalidField('invoice_template_id', 'is not an invoice template of this tenant', 'unknown_reference');
    await db.transaction(async (tx) => {
      const { version } = await readClientBilling(tx, params.id);
      demandVersion(ifMatch, version);
      if (Object.keys(body).length > 0 && !(await writeClientBilling(tx, params.id, body, version)))
        throw conflict('Somebody else changed the settings meanwhile');
    });
    return answer(db, ports, params.id);
  },

  listBillingCycles: async ({ db, query }) => {
    const { rows, pagination } = await listCycles(db, query);
    return { data: rows.map(toCycle), pagination };
  },

  getBillingCycle: async ({ db, params }) => {
    const row = await findCycle(db, params.id);
    if (row === undefined) throw notFound('Billing cycle');
    return { data: toCycle(row) };
  },

  startBillingRun: async ({ db, ports, principal, body }) => {
    const { as_of = new Date().toISOString().slice(0, 10), client_ids } = body;
    const run = await startRun(db, ports, { as_of, trigger: 'request', started_by: principal.userId, client_ids });
    return { data: toRun(run), location: `/api/v1/billing-runs/${run.run_id}` };
  },

  listBillingRuns: async ({ db, query }) => {
    const { rows, pagination } = await listRuns(db, query);
    return { data: rows.map(toRun), pagination };
  },

  getBillingRun: async ({ db, params }) => ({ data: toRun(await requireRun(db, params.id)) }),

  listBillingRunClients: async ({ db, params, query }) => {
    await requireRun(db, params.id);
    const { rows, pagination } = await listRunClients(db, params.id, query);
    return { data: rows.map(({ tenant: _tenant, run_id: _run, version: _version, ...row }) => row), pagination };
  },
});

async function answer(db: Db, ports: Ports, client_id: string) {
  const { billing_cycle, auto_invoice } = await known(db, ports, client_id);
  const { version, ...settings } = await readClientBilling(db, client_id);
  return versioned({ data: { client_id, ...settings, billing_cycle, auto_invoice: auto_invoice ?? false } }, version);
}

/** @throws NOT_FOUND */
async function known(db: Db, ports: Ports, client_id: string) {
  const copy = await clientReplica.findOrAsk(db, client_id, async () => {
    const facts = await ports.clients.findNew(db.context, client_id);
    return facts && { ...clientCopy(facts), version: facts.version };
  });
  if (copy === undefined) throw notFound('Client');
  return copy;
}

async function requireRun(db: Db, id: string): Promise<BillingRunRow> {
  const run = await findRun(db, id);
  if (run === undefined) throw notFound('Billing run');
  return run;
}

function toCycle({ version: _version, ...row }: BillingCycleRow): BillingCycle {
  return row;
}

function toRun({ version: _version, ...row }: BillingRunRow): BillingRun {
  return row;
}
