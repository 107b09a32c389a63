import { messageRoutes } from '@psa/contracts-email';
import { handlers } from '../../email-app.ts';
import { releaseInbound } from '../inbound/message.actions.ts';
import { shownEmail } from '../inbound/message.handlers.ts';
import { fetchAgain } from './fetch-again.actions.ts';

const { releaseInboundEmail } = messageRoutes;

export const releaseMessageHandlers = handlers(
  { releaseInboundEmail },
  {
    releaseInboundEmail: async ({ db, ports, params }) => {
      await fetchAgain(db, ports, params.id);
      return { data: await shownEmail(db, await releaseInbound(db, params.id)) };
    },
  },
);
