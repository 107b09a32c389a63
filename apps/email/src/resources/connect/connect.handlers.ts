import { conflict, notFound } from '@psa/contract-kit';
import { callbackRoutes, connectRoutes } from '@psa/contracts-email';
import { handlers } from '../../email-app.ts';
import { resumeProvider } from '../provider-lifecycle/provider.actions.ts';
import { findProvider } from '../provider/provider.records.ts';
import { setUpWatch } from '../sync/watch.actions.ts';
import { callbackPage } from './callback.page.ts';
import { finishOAuth, initiateOAuth } from './oauth.actions.ts';

export const connectHandlers = [
  ...handlers(connectRoutes, {
    initiateEmailOAuth: ({ db, ports, principal, body }) => initiateOAuth(db, ports, principal, body.providerId, body.successRedirect),

    refreshEmailWatch: async ({ db, ports, body, fail }) => {
      const provider = await findProvider(db, body.providerId);
      if (provider === undefined) throw notFound('Provider');
      if (provider.provider_type === 'google' && provider.config['project_id'] === null)
        fail('BAD_REQUEST', 'The mailbox has no Google Cloud project: set project_id');
      if (provider.provider_type === 'imap') throw conflict('IMAP has no push notifications: the mailbox is polled');
      const recovery =
        provider.pause_reason === 'auth_failure'
          ? await resumeProvider(db, ports, provider.provider_id).then(
              () => ({ authFailureRecovery: 'resumed' as const }),
              () => ({ authFailureRecovery: 'failed' as const }),
            )
          : {};
      const { error, warnings, pubsubConfigured, watchRegistered } = await setUpWatch(db, ports, provider, { force: true });
      if (error !== undefined) throw conflict(error, { pubsubConfigured, watchRegistered, ...recovery, warnings });
      return {
        success: true as const,
        message: 'Push notifications are set up',
        providerId: provider.provider_id,
        mailbox: provider.mailbox,
        ...recovery,
        warnings: [...warnings],
      };
    },
  }),
  ...handlers(callbackRoutes, {
    finishEmailOAuth: async ({ db, ports, principal, params, query }) => {
      const result = await finishOAuth(db, ports, principal, params.provider, query);
      return callbackPage({ provider: params.provider, origin: ports.installation.publicUrl.origin, ...result });
    },
  }),
];
