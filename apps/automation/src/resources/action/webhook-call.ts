import type { ActionConfig } from '@psa/contracts-automation';
import { requestIdOf } from '../execution/causation.ts';
import { signatureHeaders } from '../webhook/signature.ts';
import { ActionError } from './action-error.ts';
import type { ActionRunner } from './action-runner.ts';

type Call = ActionConfig<'webhook_call'>;

const MOST_READ = 64 * 1024;
const MOST_KEPT = 8 * 1024;
/** What only the product says. */
const RESERVED = /^(?:webhook-|x-request-id$|host$|content-length$|connection$|transfer-encoding$|te$|upgrade$|expect$|keep-alive$)/;

/** Calls an address the rule names, signed by Standard Webhooks where it has a secret for that. */
export const runWebhookCall: ActionRunner<'webhook_call'> = async (
  config,
  { ports, idempotencyKey, known, timeoutMs, rule, executionId },
) => {
  const { body, type } = bodyOf(config, { rule, execution_id: executionId, trigger_data: known['trigger_data'] });
  const own = Object.fromEntries(
    Object.entries(config.headers ?? {})
      .map(([name, value]) => [name.toLowerCase(), value])
      .filter(([name]) => !RESERVED.test(name as string)),
  );
  const headers = {
    ...(body === undefined ? {} : { 'content-type': type }),
    'user-agent': 'PSA-Automation/1',
    'idempotency-key': idempotencyKey,
    'x-request-id': requestIdOf(executionId),
    ...own,
    ...credentialHeaders(config),
    ...(config.signing_secret === undefined
      ? { 'webhook-id': idempotencyKey, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
      : signatureHeaders([config.signing_secret], idempotencyKey, Date.now(), body ?? '')),
  };
  const answer = await ports.egress.request(config.url, {
    method: config.method,
    headers,
    timeoutMs,
    maxBytes: MOST_READ,
    whenTooLarge: 'cut',
    ...(body === undefined ? {} : { body }),
  });
  const output = { status: answer.status, body: shown(answer.body) };
  if (answer.status >= 200 && answer.status < 300) return output;
  const redirect = answer.status >= 300 && answer.status < 400;
  throw new ActionError(
    `The server answered ${answer.status}${redirect ? '; redirects are not followed' : ''}`,
    answer.status === 429 || answer.status >= 500,
    output,
  );
};

function bodyOf({ method, body }: Call, otherwise: object): { body: string | undefined; type: string } {
  if (body === undefined)
    return { body: method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(otherwise), type: 'application/json' };
  return typeof body === 'string' ? { body, type: 'text/plain; charset=utf-8' } : { body: JSON.stringify(body), type: 'application/json' };
}

function credentialHeaders({ authentication }: Call): Record<string, string> {
  const { type = 'none', credentials = {} } = authentication ?? {};
  const demand = (name: string): string => {
    const value = credentials[name];
    if (value === undefined) throw new ActionError(`The authentication needs ${name}`, false);
    return value;
  };
  switch (type) {
    case 'none':
      return {};
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${demand('username')}:${demand('password')}`).toString('base64')}` };
    case 'bearer':
      return { authorization: `Bearer ${demand('token')}` };
    case 'api_key':
      return { [(credentials['header_name'] ?? 'x-api-key').toLowerCase()]: demand('api_key') };
  }
}

/** What is kept of an answer: JSON as such, anything else as text. */
function shown(bytes: Buffer): unknown {
  const text = bytes.toString('utf8').replaceAll('\0', '').toWellFormed();
  // Most answers are empty, and what is no JSON costs an error.
  if (text !== '' && text.length <= MOST_KEPT) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Not JSON: a text.
    }
  }
  return text.slice(0, MOST_KEPT).toWellFormed();
}
