import { timingSafeEqual } from 'node:crypto';
import { ApiError, tenantId } from '@psa/contract-kit';
import { type GraphNotification, pushRoutes } from '@psa/contracts-email';
import { RawAnswer } from '@psa/http-kit';
import { wakeWorker } from '@psa/work-kit';
import { handlers, type Ports } from '../../email-app.ts';
import { clientStatePlace } from '../provider/provider-secrets.ts';
import { MAILBOX_SYNC } from '../sync/names.ts';
import { verifyGooglePush } from './google-token.ts';
import { findPushTargets, notePush, type PushTarget } from './push.records.ts';

const { receiveGooglePush, ...microsoftRoutes } = pushRoutes;

export const pushHandlers = [
  ...handlers(
    { receiveGooglePush },
    {
      receiveGooglePush: async ({ ports, body, request }) => {
        const account = await verifyGooglePush(ports, request.headers['authorization']);
        const { message, subscription } = body;
        if (message?.data === undefined || subscription === undefined) return RawAnswer.json(200, { success: true, queued: false });
        const targets = (await findPushTargets(ports.workerDatabase, subscription, 'google')).filter(
          // The one account that was written into the subscription: others of the project may not push.
          ({ subscription_state }) => subscription_state?.toLowerCase() === account,
        );
        if (targets.length === 0) {
          const known = await findPushTargets(ports.workerDatabase, subscription, 'google');
          if (known.length > 0) return unauthorized();
          return RawAnswer.json(200, { success: true, queued: false });
        }
        for (const target of targets) await notePush(ports.workerDatabase, target);
        wakeWorker(MAILBOX_SYNC);
        const historyId = historyIdOf(message.data);
        return RawAnswer.json(200, {
          success: true,
          queued: true,
          providerId: targets[0]?.provider_id,
          ...(historyId !== undefined && { historyId }),
        });
      },
    },
    { admit: async ({ ports, request }) => void (await verifyGooglePush(ports, request.headers['authorization'])) },
  ),
  ...handlers(microsoftRoutes, {
    validateMicrosoftPush: ({ query }) => echo(query.validationToken ?? ''),

    receiveMicrosoftPush: async ({ ports, query, body }) => {
      if (query.validationToken !== undefined) return echo(query.validationToken);
      let accepted = 0;
      let failed = 0;
      const notifications = body.value ?? [];
      // One that is not accepted, or fails, does not keep the others out.
      for (const notification of notifications)
        try {
          if (await accept(ports, notification)) accepted++;
        } catch (error) {
          failed++;
          ports.log.error({ err: error, subscription_id: notification.subscriptionId }, 'a push of Graph could not be noted');
        }
      if (accepted > 0) wakeWorker(MAILBOX_SYNC);
      // Graph then sends all of them again; what a single one would have told of is found by polling.
      else if (failed > 0) throw new ApiError('SERVICE_UNAVAILABLE', 'The pushes could not be noted', undefined, { 'retry-after': '10' });
      return RawAnswer.json(202, { success: true, accepted, ignored: notifications.length - accepted });
    },
  }),
];

function unauthorized(): RawAnswer {
  return RawAnswer.json(401, {
    error: { code: 'UNAUTHORIZED', message: 'The push is signed by another account than that of its subscription' },
  });
}

/** Graph asks for its token back as plain text; no browser is to take it for a page. */
function echo(token: string): RawAnswer {
  return RawAnswer.page(200, token, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
  });
}

async function accept(ports: Ports, { subscriptionId, clientState, lifecycleEvent }: GraphNotification): Promise<boolean> {
  const [target] = await findPushTargets(ports.workerDatabase, subscriptionId, 'microsoft');
  if (target === undefined || !(await provesState(ports, target, clientState))) return false;
  await notePush(ports.workerDatabase, target, lifecycleEvent === 'subscriptionRemoved' || lifecycleEvent === 'reauthorizationRequired');
  return true;
}

async function provesState(ports: Ports, target: PushTarget, given: string | null | undefined): Promise<boolean> {
  if (target.sealed_client_state === null || typeof given !== 'string') return false;
  const db = ports.asTenant({
    tenant: tenantId(target.tenant),
    actor: { id: 'email', type: 'system' },
    correlationId: `graph-push-${crypto.randomUUID()}`,
  });
  const expected = Buffer.from(await ports.secrets.open(db, target.sealed_client_state, clientStatePlace(target.provider_id)));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function historyIdOf(data: string): string | undefined {
  try {
    const { historyId } = JSON.parse(Buffer.from(data, 'base64').toString('utf8')) as { historyId?: unknown };
    return historyId === undefined ? undefined : String(historyId).slice(0, 50);
  } catch {
    return undefined;
  }
}
