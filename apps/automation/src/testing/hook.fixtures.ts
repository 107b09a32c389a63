import { randomUUID } from 'node:crypto';
import type { hookRoutes } from '@psa/contracts-automation';
import type { Fixture, RouteRequest, World } from '@psa/test-kit/derived';
import { Webhook } from 'standardwebhooks';
import { hookRule, makeRule } from './rule.fixtures.ts';

/** Headers that sign a body as Standard Webhooks says, by the library everybody uses. */
export function signed(secret: string, body: string, id: string = randomUUID(), at = new Date()): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** A signed call of a new public address. */
async function aHookCall({ api, caller }: Pick<World, 'api' | 'caller'>, body = '{"severity":"high"}'): Promise<RouteRequest> {
  const { rule_id } = await makeRule(api, hookRule);
  const { hook_id, secret } = (await api.post(`/api/v1/automation/rules/${rule_id}/hook-secret`)).body.data as {
    hook_id: string;
    secret: string;
  };
  return { params: { tenantSlug: caller.tenant, hookId: hook_id }, body, headers: signed(secret, body) };
}

export const hookFixtures: { readonly [K in keyof typeof hookRoutes]: Fixture } = {
  receiveHook: (world) => aHookCall(world),
};
