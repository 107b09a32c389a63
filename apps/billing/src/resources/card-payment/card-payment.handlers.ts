import { ApiError, conflict, isUuid, tenantId } from '@psa/contract-kit';
import {
  type CardPaymentSettings,
  cardPaymentRoutes,
  invoiceSettlementRoutes,
  type PaymentLink,
  stripeEventRoutes,
} from '@psa/contracts-billing';
import { demandVersion, RawAnswer, type RequestInfo, versioned } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../billing-app.ts';
import type { ProviderEvent } from '../../ports/card-payments.ts';
import { refundInvoice } from '../invoice-lifecycle/payment.actions.ts';
import { answer as answerInvoice, requireInvoice } from '../invoice/invoice.handlers.ts';
import { createPaymentLink, placeOf, refundThroughProvider, takeOver } from './card-payment.actions.ts';
import {
  deleteCardSettings,
  findCardSettings,
  listLinks,
  listProviderPayments,
  type PaymentLinkRow,
  writeCardSettings,
} from './card-payment.records.ts';

export const cardPaymentHandlers = [
  ...handlers(cardPaymentRoutes, {
    getCardPaymentSettings: ({ db }) => answer(db),

    updateCardPaymentSettings: ({ db, ports, body, ifMatch }) =>
      db.transaction(async (tx) => {
        const { is_active, secret_key, webhook_secret } = body;
        const version = (await findCardSettings(tx))?.version ?? 0;
        demandVersion(ifMatch, version);
        const seal = (text: string, column: Parameters<typeof placeOf>[0]) => ports.secrets.seal(tx, text, placeOf(column));
        const changes = {
          ...(is_active !== undefined && { is_active }),
          ...(secret_key !== undefined && { sealed_secret_key: await seal(secret_key, 'sealed_secret_key') }),
          ...(webhook_secret !== undefined && { sealed_webhook_secret: await seal(webhook_secret, 'sealed_webhook_secret') }),
        };
        if (Object.keys(changes).length > 0 && !(await writeCardSettings(tx, changes, version)))
          throw conflict('Somebody else changed the settings meanwhile');
        return answer(tx);
      }),

    deleteCardPaymentSettings: ({ db }) => deleteCardSettings(db),

    listCardPayments: async ({ db, query }) => {
      const { rows, pagination } = await listProviderPayments(db, query);
      return { data: rows, pagination };
    },

    createPaymentLink: async ({ db, ports, params, body }) => ({ data: toLink(await createPaymentLink(db, ports, params.id, body)) }),

    listPaymentLinks: async ({ db, params, query }) => {
      await requireInvoice(db, params.id);
      const { rows, pagination } = await listLinks(db, params.id, query);
      return { data: rows.map(toLink), pagination };
    },
  }),
  ...handlers(
    { refundInvoice: invoiceSettlementRoutes.refundInvoice },
    {
      refundInvoice: async ({ db, ports, principal, params, body, ifMatch }) =>
        answerInvoice(
          db,
          body.through_provider
            ? await refundThroughProvider(db, ports, params.id, body, principal.userId, ifMatch)
            : await refundInvoice(db, params.id, body, principal.userId, ifMatch),
        ),
    },
  ),
  ...handlers(
    stripeEventRoutes,
    {
      receiveStripeEvent: async ({ ports, query, request }) => {
        const db = tenantOf(ports, query.tenant, request);
        await takeOver(db, await verified(db, ports, request));
        return RawAnswer.json(200, { received: true });
      },
    },
    {
      admit: async ({ ports, request, query }) => void (await verified(tenantOf(ports, String(query['tenant']), request), ports, request)),
    },
  ),
];

/** What the provider signed with the secret of the tenant. @throws UNAUTHORIZED when it did not */
async function verified(db: Db, ports: Ports, request: RequestInfo): Promise<ProviderEvent> {
  const sealed = (await findCardSettings(db))?.sealed_webhook_secret;
  const signature = request.headers['stripe-signature'];
  if (sealed && typeof signature === 'string') {
    const secret = await ports.secrets.open(db, sealed, placeOf('sealed_webhook_secret'));
    const event = await ports.cardPayments.readEvent(String(request.rawBody ?? ''), signature, secret);
    if (event !== undefined) return event;
  }
  throw new ApiError('UNAUTHORIZED', 'The signature is missing or wrong');
}

const NOBODY = '00000000-0000-0000-0000-000000000000';

function tenantOf(ports: Ports, tenant: string, request: RequestInfo): Db {
  return ports.asTenant({
    tenant: tenantId(isUuid(tenant) ? tenant : NOBODY),
    actor: { id: 'stripe', type: 'system' },
    correlationId: request.id,
  });
}

async function answer(db: Db) {
  const row = await findCardSettings(db);
  const data: CardPaymentSettings = {
    provider: 'stripe',
    is_active: row?.is_active ?? false,
    has_secret_key: (row?.sealed_secret_key ?? null) !== null,
    has_webhook_secret: (row?.sealed_webhook_secret ?? null) !== null,
    webhook_path: `/api/v1/billing/stripe/events?tenant=${db.tenant}`,
  };
  return versioned({ data }, row?.version ?? 0);
}

function toLink({ session_id: _session, last_failure: _failure, ...row }: PaymentLinkRow): PaymentLink {
  return row;
}
