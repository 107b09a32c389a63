import { type JetStreamManager, type NatsConnection, NatsError } from 'nats';
import { Refusal } from '../local/refusal.ts';
import { connectTo, NO_PERMISSION_EXIT_CODE, UNREACHABLE_EXIT_CODE, withoutPassword } from './call-service.ts';

/** The connection of the broker's administrator, and what manages its streams. */
export interface BrokerAdmin {
  readonly broker: NatsConnection;
  readonly manager: JetStreamManager;
  readonly natsUrl: string;
}

const HOW_TO_NAME = "set PSA_NATS_ADMIN_URL or --nats to the broker's address with its administrator";

/**
 * Does something at the broker with the rights of its administrator.
 * @param natsUrl undefined where no address is known
 * @throws Refusal when the broker is not there, its user is another one, or it stops answering meanwhile
 */
export async function withBrokerAdmin<T>(natsUrl: string | undefined, act: (admin: BrokerAdmin) => Promise<T>): Promise<T> {
  if (natsUrl === undefined) throw new Refusal(`Which broker? Please ${HOW_TO_NAME}.`);
  const broker = await connectTo(natsUrl);
  try {
    return await act({ broker, manager: await managerOf(broker, natsUrl), natsUrl });
  } catch (error) {
    if (!(error instanceof NatsError)) throw error;
    throw new Refusal(`The broker at ${withoutPassword(natsUrl)} failed: ${error.message}. Run the command again.`, UNREACHABLE_EXIT_CODE);
  } finally {
    await broker.close();
  }
}

/** Getting it asks the broker once, which refuses everybody else. */
async function managerOf(broker: NatsConnection, natsUrl: string): Promise<JetStreamManager> {
  try {
    return await broker.jetstreamManager();
  } catch (error) {
    if (!(error instanceof NatsError)) throw error;
    const user = decodeURIComponent(new URL(natsUrl.split(',')[0]!).username);
    throw new Refusal(
      `The streams of the broker at ${withoutPassword(natsUrl)} are closed to the user ${user} (${error.message}): ${HOW_TO_NAME}.`,
      NO_PERMISSION_EXIT_CODE,
    );
  }
}
