import { type Ports, tenantDb } from '../../../identity-app.ts';
import { chooseAll } from './reset-request.rules.ts';
import { findCandidates } from '../auth/sign-in.records.ts';
import { findUser } from '../../directory/user/user.records.ts';
import { sendLink } from './account-mail.actions.ts';
import type { ResetRequest } from './reset-request.records.ts';

/** Sends everybody who is meant by a request their link. Taken up again after a crash, it sends no second one. */
export async function handleResetRequest(ports: Ports, request: ResetRequest): Promise<void> {
  const { request_id, email, tenant_slug, user_type, correlation_id, ip_address, user_agent } = request;
  const by = {
    actor: { id: 'identity', type: 'system' },
    correlationId: correlation_id,
    origin: { address: ip_address, userAgent: user_agent },
  } as const;
  for (const { tenant, user_id } of chooseAll(await findCandidates(ports.database, email, tenant_slug), user_type)) {
    await tenantDb(ports, tenant, by).transaction(async (tx) => {
      const user = await findUser(tx, user_id, 'tenant');
      if (user !== undefined && !user.is_inactive) await sendLink(tx, ports, user, 'password_reset', request_id);
    });
  }
}
