import { randomUUID } from 'node:crypto';
import { emailRpc, type outboundRoutes, type templateRoutes } from '@psa/contracts-email';
import { callRpc } from '@psa/events-kit';
import { eventually } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';

/** Queues a mail as other services do. @returns its id */
export async function queueTestMail(
  { service, caller }: Pick<World, 'service' | 'caller'>,
  given: Record<string, unknown> = {},
): Promise<string> {
  const { mail_id } = await callRpc(
    service.running.broker,
    emailRpc.sendMail,
    { idempotency_key: randomUUID(), source: 'test', to: ['customer@example.org'], subject: 'Hello', text: 'Hello', ...given },
    { tenant: caller.tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' },
  );
  return mail_id;
}

const SUPPRESSIONS = '/api/v1/email/suppressions';
const TEMPLATES = '/api/v1/email/templates';

const aTemplate = () => ({
  template_key: `notice_${randomUUID().slice(0, 8)}`,
  language: 'en',
  subject: 'Hello {{name}}',
  text: 'Dear {{name}}',
});

async function onSuppression({ api }: World) {
  const { body } = await api.post(SUPPRESSIONS, { address: `${randomUUID()}@example.org` });
  return { params: { id: body.data.suppression_id as string } };
}

async function onTemplate({ api }: World) {
  const { body } = await api.post(TEMPLATES, aTemplate());
  return { params: { id: body.data.template_id as string } };
}

const onMail: Fixture = async (world) => {
  const id = await queueTestMail(world);
  await eventually(async () => (await world.api.get(`/api/v1/email/outbound/${id}`)).body.data.status === 'sent');
  return { params: { id } };
};

export const outboundFixtures: { readonly [K in keyof typeof outboundRoutes]: Fixture } = {
  listOutboundEmails: async (world) => {
    await onMail(world);
    return {};
  },
  getOutboundEmail: onMail,
  retryOutboundEmail: async (world) => {
    const address = `${randomUUID()}@example.org`;
    await world.api.post(SUPPRESSIONS, { address });
    const id = await queueTestMail(world, { to: [address] });
    await eventually(async () => (await world.api.get(`/api/v1/email/outbound/${id}`)).body.data.status === 'suppressed');
    return { params: { id } };
  },
  listEmailSuppressions: async (world) => {
    await onSuppression(world);
    return {};
  },
  createEmailSuppression: () => ({ body: { address: 'gone@example.org', note: 'asked by phone' } }),
  deleteEmailSuppression: onSuppression,
  getOutboundEmailSettings: () => ({}),
  saveOutboundEmailSettings: () => ({
    body: { from_name: 'Help desk', rate_per_minute: 50, client_domains: { 'example.org': randomUUID() } },
  }),
};

export const templateFixtures: { readonly [K in keyof typeof templateRoutes]: Fixture } = {
  listEmailTemplates: async (world) => {
    await onTemplate(world);
    return {};
  },
  createEmailTemplate: () => ({ body: aTemplate() }),
  getEmailTemplate: onTemplate,
  updateEmailTemplate: async (world) => ({ ...(await onTemplate(world)), body: { subject: 'Hi {{name}}', html: '<p>{{name}}</p>' } }),
  deleteEmailTemplate: onTemplate,
  previewEmailTemplate: async (world) => ({ ...(await onTemplate(world)), body: { variables: { name: 'Robin' } } }),
};
