import type { cardPaymentRoutes, stripeEventRoutes } from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { signatureOf, STRIPE_KEY, STRIPE_WEBHOOK_SECRET } from './fake-stripe.ts';
import { makeFinal } from './invoice.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** Lets clients of a tenant pay by card. */
export async function setUpCards(api: TestApi): Promise<void> {
  const body = { is_active: true, secret_key: STRIPE_KEY, webhook_secret: STRIPE_WEBHOOK_SECRET };
  const { status, text } = await api.put('/api/v1/billing-settings/card-payments', body);
  if (status !== 200) throw new Error(text);
}

const onFinal: Fixture = async ({ api }) => {
  await setUpCards(api);
  return { params: { id: (await makeFinal(api)).invoice_id } };
};

export const cardPaymentFixtures: Fixtures<typeof cardPaymentRoutes> = {
  getCardPaymentSettings: async ({ api }) => {
    await setUpCards(api);
    return {};
  },
  updateCardPaymentSettings: () => ({ body: { is_active: true, secret_key: STRIPE_KEY } }),
  deleteCardPaymentSettings: async ({ api }) => {
    await setUpCards(api);
    return {};
  },
  listCardPayments: () => ({}),
  createPaymentLink: async (world) => ({ ...(await onFinal(world)), body: {} }),
  listPaymentLinks: onFinal,
};

export const stripeEventFixtures: Fixtures<typeof stripeEventRoutes> = {
  receiveStripeEvent: async ({ api, caller }) => {
    await setUpCards(api);
    return {
      query: { tenant: caller.tenant },
      body: { id: 'evt_1', type: 'customer.created', object: 'event', data: { object: {} } },
      sign: (body) => ({ 'stripe-signature': signatureOf(body) }),
    };
  },
};
