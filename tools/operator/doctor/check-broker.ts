import { rpcSubject } from '@psa/contract-kit';
import { streamName } from '@psa/events-kit';
import { connect, type JetStreamManager, type NatsConnection, NatsError } from 'nats';
import { z } from 'zod';
import { OPERATOR_INBOX } from '../../local/nats-users.ts';
import { databaseServices } from '../../local/services.ts';
import { natsOptions } from '../call-service.ts';
import { checkCertificates, type KnownCertificate } from './check-certificates.ts';
import { checkPermissions } from './check-permissions.ts';
import type { Declared } from './declared.ts';
import { type Finding, unlessAny } from './finding.ts';

/** A consumer that a service declares. */
export interface DeclaredConsumer {
  readonly name: string;
  /** Whose events it hears. */
  readonly domain: string;
}

const CertificateReply = z.object({
  data: z.object({ certificates: z.array(z.object({ certificate: z.string(), expires_at: z.string() })) }),
});

/** Events that may wait for a consumer on a busy day. */
const BEHIND = 10_000;
const ANSWER_MS = 2_000;

/** The broker: whether it answers, has the streams and consumers of the services, how far these are behind, and what its users may do; and whether the services answer. */
export async function checkBroker(
  natsUrl: string | undefined,
  { consumers, brokerUsers }: Pick<Declared, 'consumers' | 'brokerUsers'>,
): Promise<Finding[]> {
  if (natsUrl === undefined)
    return [
      {
        check: 'broker',
        state: 'warning',
        detail: 'not looked at',
        advice: "Set PSA_NATS_URL or --nats, with the rights of the broker's administrator.",
      },
    ];
  const broker = await connect({ ...natsOptions(natsUrl), inboxPrefix: OPERATOR_INBOX, timeout: 5_000, maxReconnectAttempts: 0 }).catch(
    (error: Error) => error,
  );
  if (broker instanceof Error)
    return [
      {
        check: 'broker',
        state: 'fault',
        detail: `cannot be reached: ${broker.message}`,
        advice: 'See that it runs, and that the address and the password are right.',
      },
    ];
  try {
    const manager = await broker.jetstreamManager();
    const { missing, behind, streams } = await lookAtStreams(manager, consumers);
    const silent: string[] = [];
    await Promise.all(
      databaseServices.map(async ({ name }) => {
        const data = JSON.stringify({ data: { limit: 1 } });
        await broker.request(rpcSubject(name, 'admin.dead-letter-list'), data, { timeout: ANSWER_MS }).catch(() => silent.push(name));
      }),
    );
    const certificates = await certificatesOf(broker);
    return [
      ...checkCertificates(certificates),
      { check: 'broker', state: 'ok', detail: `version ${broker.info?.version}, ${streams} streams` },
      await checkPermissions(natsUrl, brokerUsers, broker.info?.auth_required === true),
      unlessAny('streams and consumers', missing, {
        well: `${consumers.length} consumers, as the services declare them`,
        advice: 'Services make them when they start: start them, and see their logs for "permissions violation".',
      }),
      unlessAny('consumers', behind, {
        well: `none has more than ${BEHIND} events to handle`,
        advice: 'More instances of that service help; where nothing is handled at all, its log names the event that fails.',
        state: 'warning',
      }),
      unlessAny('services', silent.toSorted(), {
        well: `all ${databaseServices.length} answer`,
        advice: 'They do not answer at the broker: see that they run, and their /readyz.',
      }),
    ];
  } catch (error) {
    if (!(error instanceof NatsError)) throw error;
    return [
      {
        check: 'broker',
        state: 'fault',
        detail: error.message,
        advice: "Give --nats the address with the broker's administrator, and see that JetStream is enabled.",
      },
    ];
  } finally {
    await broker.close();
  }
}

/** What the services say of their certificates; those of an earlier release, or that do not answer, say nothing. */
async function certificatesOf(broker: NatsConnection): Promise<KnownCertificate[]> {
  const told = await Promise.all(
    databaseServices.map(async ({ name }) => {
      const message = await broker
        .request(rpcSubject(name, 'admin.certificate-list'), JSON.stringify({ data: {} }), { timeout: ANSWER_MS })
        .catch(() => undefined);
      const { data } = CertificateReply.safeParse(message?.json()).data ?? {};
      return (data?.certificates ?? []).map(({ certificate, expires_at }) => ({
        name: `${name} (${certificate})`,
        expiresAt: new Date(expires_at),
      }));
    }),
  );
  return told.flat();
}

async function lookAtStreams(manager: JetStreamManager, declared: readonly DeclaredConsumer[]) {
  const there = new Map<string, number>();
  let streams = 0;
  for await (const { config } of manager.streams.list()) {
    streams++;
    for await (const consumer of manager.consumers.list(config.name)) there.set(`${config.name} ${consumer.name}`, consumer.num_pending);
  }
  const keyOf = ({ domain, name }: DeclaredConsumer) => `${streamName(domain)} ${name}`;
  const missing = declared.map(keyOf).filter((key) => !there.has(key));
  const behind = declared
    .map(keyOf)
    .filter((key) => (there.get(key) ?? 0) > BEHIND)
    .map((key) => `${key} ${there.get(key)}`);
  return { missing, behind, streams };
}
