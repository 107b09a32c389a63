import { defaultRoles } from '@psa/contract-kit';
import { identityEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import type { Db, Tx } from '../../../identity-app.ts';
import { accessCatalogue, adminRoles } from '../grant/access-catalogue.ts';
import { lockAccess } from '../grant/effective-permissions.records.ts';
import { grantPermissions, insertRoles, seedPermissions, touchRole, unchangedRoles } from './role.records.ts';

const SET_CATALOGUE = 'update tenants set access_catalogue = $2 where tenant_id = $1';

/** Gives a new tenant every permission and the default roles. */
export async function seedAccess(tx: Tx): Promise<void> {
  await seedPermissions(tx);
  await insertRoles(tx, defaultRoles);
  await grantPermissions(tx, defaultRoles);
}

/**
 * Brings a tenant up to the catalogue of today: new permissions appear, the Admin roles hold all of them, and the other default roles what
 * new tenants' hold. A role that somebody has changed is the tenant's.
 */
export function syncAccess(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccess(tx);
    await seedPermissions(tx);
    const roles = new Set([...adminRoles, ...(await unchangedRoles(tx, defaultRoles))]);
    for (const role_id of await grantPermissions(tx, [...roles])) {
      const { role_name, version } = await touchRole(tx, role_id);
      emit(tx, identityEvents.roleUpdated, { role_id, role_name }, version);
    }
    await tx.execute({ text: SET_CATALOGUE }, [tx.tenant, accessCatalogue]);
  });
}
