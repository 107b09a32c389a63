import { randomUUID } from 'node:crypto';
import { rpcSubject } from '@psa/contract-kit';
import { connect, type ConnectionOptions, ErrorCode, NatsError, type NatsConnection } from 'nats';
import { OPERATOR_INBOX } from '../local/nats-users.ts';
import { Refusal } from '../local/refusal.ts';

export interface ServiceCall {
  natsUrl: string;
  service: string;
  method: string;
  data: Record<string, unknown>;
  /** In whose name it is asked, of methods about one tenant. */
  tenant?: string;
  timeoutMs: number;
}

type Reply = { ok: true; data: unknown } | { ok: false; error: { code: string; message: string; details?: unknown } };

/** The service understood the request and said no. */
export class ServiceRefusal extends Refusal {
  readonly code: string;
  readonly details: unknown;

  constructor({ code, message, details }: { code: string; message: string; details?: unknown }) {
    super(message);
    this.name = 'ServiceRefusal';
    this.code = code;
    this.details = details;
  }
}

/** As in sysexits.h: the service is unavailable. */
export const UNREACHABLE_EXIT_CODE = 69;
/** As in sysexits.h: the broker knows the caller, or does not, and says no. */
export const NO_PERMISSION_EXIT_CODE = 77;
const CONNECT_MS = 5_000;

/** Asks a service over NATS and returns the data of its reply. */
export async function callService({ natsUrl, service, method, data, tenant, timeoutMs }: ServiceCall): Promise<unknown> {
  const connection = await connectTo(natsUrl);
  try {
    const by = tenant && { tenant, actor: { id: 'operator', type: 'system' }, correlationId: randomUUID() };
    const message = await connection.request(rpcSubject(service, method), JSON.stringify({ data, by }), { timeout: timeoutMs });
    const reply = message.json<Reply>();
    if (!reply.ok) throw new ServiceRefusal(reply.error);
    return reply.data;
  } catch (error) {
    if (!(error instanceof NatsError)) throw error;
    const why = error.code === '503' ? 'no instance of it is connected' : `no answer (${error.message})`;
    throw new Refusal(`The service ${service} cannot be reached at ${withoutPassword(natsUrl)}: ${why}.`, UNREACHABLE_EXIT_CODE);
  } finally {
    await connection.close();
  }
}

/** An address as the client takes it: its credentials apart, and with the certificates of the environment. */
export function natsOptions(natsUrl: string): ConnectionOptions {
  const servers = natsUrl.split(',').map((text) => new URL(text));
  const { username, password } = servers[0]!;
  return {
    servers: servers.map(({ host }) => host),
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...natsTls(process.env),
  };
}

/** Certificates of the connection, from the settings that services have too. */
function natsTls({ PSA_NATS_TLS_CA: caFile, PSA_NATS_TLS_CERT: certFile, PSA_NATS_TLS_KEY: keyFile }: NodeJS.ProcessEnv) {
  return caFile ? { tls: { caFile, ...(certFile && keyFile ? { certFile, keyFile } : {}) } } : {};
}

/** Connects to the broker. @throws Refusal when it is not there, or does not know the user */
export async function connectTo(natsUrl: string): Promise<NatsConnection> {
  try {
    return await connect({
      ...natsOptions(natsUrl),
      timeout: CONNECT_MS,
      reconnect: false,
      name: 'psa-operator',
      inboxPrefix: OPERATOR_INBOX,
    });
  } catch (error) {
    const code = error instanceof NatsError ? error.code : undefined;
    if (code === ErrorCode.AuthorizationViolation || code === ErrorCode.AuthenticationExpired) {
      throw new Refusal(
        `NATS at ${withoutPassword(natsUrl)} refuses the user or the password; they are in the secret it was installed with.`,
        NO_PERMISSION_EXIT_CODE,
      );
    }
    throw new Refusal(
      `NATS cannot be reached at ${withoutPassword(natsUrl)} (${(error as Error).message}). Does the stack run?`,
      UNREACHABLE_EXIT_CODE,
    );
  }
}

/** An address that may be shown. */
export function withoutPassword(natsUrl: string): string {
  return natsUrl.replaceAll(/\/\/[^@/]*@/g, '//');
}
