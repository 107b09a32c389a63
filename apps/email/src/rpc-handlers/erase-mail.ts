import { emailRpc } from '@psa/contracts-email';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../email-app.ts';
import { eraseMail } from '../resources/message/mail-erasure.actions.ts';
import type { Tables } from '../tables.ts';

/** Called by the operator alone. */
export const eraseMailHandler = tenantRpcHandler<(typeof emailRpc)['admin.mail-erase'], Tables, Ports>(
  emailRpc['admin.mail-erase'],
  ({ addresses }, db, ports) => eraseMail(db, ports, addresses),
);
