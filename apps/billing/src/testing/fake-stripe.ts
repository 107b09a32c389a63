import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stripePayments } from '../connectors/stripe-payments.ts';
import type { CardPayments } from '../ports/card-payments.ts';

/** Keys the fake takes. */
export const STRIPE_KEY = 'sk_test_good';
export const STRIPE_WEBHOOK_SECRET = 'whsec_good';
/** Its amounts are refused. */
export const REFUSED_AMOUNT = 66_600;

interface Asked {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly key: string;
}

/** What Stripe was asked for in tests, once for each idempotency key, in its order. */
export const asked: Asked[] = [];
const answers = new Map<string, { form: string; body: object }>();
/** Requests that are answered 500 before one is answered well. */
export const trouble = { left: 0 };

let starting: Promise<CardPayments> | undefined;

/** Stripe as its library sees it: keys, idempotency and errors as the real one has them. */
export const fakeStripe: CardPayments = {
  createCheckout: async (...given) => (await payments()).createCheckout(...given),
  refund: async (...given) => (await payments()).refund(...given),
  readEvent: async (...given) => (await payments()).readEvent(...given),
};

/** An event as Stripe sends it: text and header. */
export function stripeEvent(
  type: string,
  object: object,
  secret = STRIPE_WEBHOOK_SECRET,
  at = Date.now(),
): { body: string; signature: string } {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
  return { body, signature: signatureOf(body, secret, at) };
}

/** The header `stripe-signature` of a body. */
export function signatureOf(body: string, secret = STRIPE_WEBHOOK_SECRET, at = Date.now()): string {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

function payments(): Promise<CardPayments> {
  starting ??= start();
  return starting;
}

async function start(): Promise<CardPayments> {
  const server = createServer((request, response) => {
    void serve(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return stripePayments(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

const refusal = (type: string, message: string, code?: string) => ({ error: { type, message, ...(code !== undefined && { code }) } });

async function serve(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
    return { status: 401, body: refusal('invalid_request_error', 'Invalid API Key provided') };
  if (trouble.left > 0) {
    trouble.left--;
    return { status: 500, body: refusal('api_error', 'Something went wrong') };
  }
  const key = String(request.headers['idempotency-key']);
  const before = answers.get(key);
  if (before !== undefined)
    return before.form === text
      ? { status: 200, body: before.body }
      : { status: 400, body: refusal('idempotency_error', 'Keys for idempotent requests can only be used with the same parameters') };
  const form = new URLSearchParams(text);
  if (form.get('line_items[0][price_data][unit_amount]') === String(REFUSED_AMOUNT))
    return { status: 400, body: refusal('invalid_request_error', 'The amount is too large', 'amount_too_large') };
  const path = request.url ?? '';
  const id = randomUUID();
  const body =
    path === '/v1/checkout/sessions'
      ? {
          id: `cs_${id}`,
          object: 'checkout.session',
          url: `https://checkout.stripe.test/${id}`,
          expires_at: Math.floor(Date.now() / 1000) + 86_400,
        }
      : { id: `re_${id}`, object: 'refund', status: 'succeeded' };
  answers.set(key, { form: text, body });
  asked.push({ path, form, key });
  return { status: 200, body };
}
