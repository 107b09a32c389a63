import { identityEvents, type LicenceUpdate } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { findLicence, type LicenceRow, lockLicenceUpdates, putLicence, recordLicenceEvent } from './licence.records.ts';
import { isStale } from './licence.rules.ts';

/**
 * Takes a tenant's limit over from the billing system. An event takes effect once for ever; one that is older than the newest
 * known changes nothing. Events of one tenant follow each other.
 * @returns the licence as it stands
 */
export function updateLicence(db: Db, { license_count, event_id, occurred_at: given }: LicenceUpdate): Promise<LicenceRow> {
  const occurred_at = given ?? null;
  return db.transaction(async (tx) => {
    await lockLicenceUpdates(tx);
    const known = await findLicence(tx);
    const applied = !isStale(occurred_at, known?.occurred_at);
    const isNew = event_id === undefined || (await recordLicenceEvent(tx, { event_id, license_count, occurred_at, applied }));
    // Whatever was recorded before has left a licence behind.
    if (known !== undefined && (!isNew || !applied)) return known;
    return setLicence(tx, license_count, occurred_at, { known, event_id });
  });
}

async function setLicence(
  tx: Tx,
  license_count: number,
  occurred_at: string | null,
  { known, event_id }: { known: LicenceRow | undefined; event_id: string | undefined },
): Promise<LicenceRow> {
  const licence = await putLicence(tx, license_count, occurred_at);
  const details = { license_count, previous: known?.license_count ?? null, event_id: event_id ?? null };
  audit(tx, {
    event_type: 'licence_updated',
    record_id: tx.tenant,
    ...(known === undefined ? {} : { before: known }),
    after: licence,
    details,
  });
  emit(tx, identityEvents.licenceUpdated, { tenant_id: tx.tenant, license_count }, licence.version);
  return licence;
}
