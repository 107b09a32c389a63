import { connect, ErrorCode, NatsError } from 'nats';
import { fingerprintUser, type NatsUser } from '../../local/nats-users.ts';
import { natsOptions } from '../call-service.ts';
import { type Finding, unlessAny } from './finding.ts';

const CHECK = 'permissions at the broker';
const CONNECT_MS = 5_000;

/**
 * Whether each of the broker's servers gives its users what this release declares, no less and no more.
 * @param natsUrl with the administrator's password
 * @param isProtected whether the broker wants to know who connects
 */
export async function checkPermissions(natsUrl: string, users: readonly NatsUser[], isProtected: boolean): Promise<Finding> {
  if (!isProtected)
    return {
      check: CHECK,
      state: 'warning',
      detail: 'anybody who reaches the broker may do everything',
      advice: 'Start it with the users of deploy/nats/users.conf.',
    };
  const { servers = [] } = natsOptions(natsUrl);
  const stale = await Promise.all(
    [servers].flat().flatMap((server) => users.map(async (user) => ((await isInForce(natsUrl, server, user)) ? [] : [user.user]))),
  );
  return unlessAny(CHECK, [...new Set(stale.flat())].toSorted(), {
    well: `${users.length} users, each with what this release declares`,
    advice:
      'The broker runs with the users.conf of another release, or with a changed one, and may refuse calls and events of these. Apply the manifests of this ' +
      'release, which restart the brokers; in containers: docker compose restart nats.',
  });
}

/** Only a server with exactly these permissions knows the user that is named after them. */
async function isInForce(natsUrl: string, server: string, user: NatsUser): Promise<boolean> {
  try {
    const connection = await connect({
      ...natsOptions(natsUrl),
      servers: server,
      user: fingerprintUser(user),
      timeout: CONNECT_MS,
      reconnect: false,
    });
    await connection.close();
    return true;
  } catch (error) {
    if (error instanceof NatsError && error.code === ErrorCode.AuthorizationViolation) return false;
    throw error;
  }
}
