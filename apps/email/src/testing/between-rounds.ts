import { eventually, type TestService } from '@psa/test-kit';

/** Has a mailbox fetched from at once. */
export const DUE = "next_sync_at = now() - interval '1 second'";

/**
 * Changes the row of a mailbox while no round of fetching is under way: such a round would go on from what it has read, and says when
 * the next one is as it ends.
 * @param set the assignments, in SQL
 */
export async function setBetweenRounds(service: TestService, providerId: string, set: string): Promise<void> {
  const statement = `update mail_providers set ${set} where provider_id = $1 and lease_until is null returning provider_id`;
  await eventually(async () => (await service.sql(statement, [providerId])).length === 1);
}

/** Has no mailbox fetched from any more, and waits for rounds that are under way: they would take what the next test prepares. */
export async function endRounds(service: TestService): Promise<void> {
  await service.sql('update mail_providers set is_active = false');
  await eventually(async () => (await service.sql('select 1 from mail_providers where lease_until is not null')).length === 0);
}
