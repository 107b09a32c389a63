import { type AnyService, defineService } from '@psa/service-kit';
import type { EmailApp } from './email-app.ts';
import { migrations } from './migrations/index.ts';

/** Mailboxes, inbound and outbound mail. */
export const emailService: AnyService = defineService<EmailApp>({
  name: 'email',
  migrations,
  routes: [],
  ports: () => ({}),
});
