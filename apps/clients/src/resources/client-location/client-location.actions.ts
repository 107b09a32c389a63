import { conflict, notFound } from '@psa/contract-kit';
import { clientEvents, type CreateClientLocation, MAX_LOCATIONS, type UpdateClientLocation } from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../clients-app.ts';
import { lockClient, touchClient } from '../client/client.records.ts';
import {
  deleteLocationRow,
  findLocation,
  findLocationStates,
  insertLocation,
  type LocationKey,
  type LocationRecord,
  updateLocationRow,
} from './client-location.records.ts';
import { locationFacts } from './client-location.view.ts';
import { chooseDefault, type LocationState, successorAmong } from './client-location.rules.ts';

/**
 * Gives a client a location.
 * @throws NOT_FOUND, VALIDATION_ERROR for an inactive default, CONFLICT when the client has as many as it may have
 */
export function createLocation(db: Db, clientId: string, input: CreateClientLocation): Promise<LocationRecord> {
  return db.transaction(async (tx) => {
    const others = await lockLocations(tx, clientId);
    if (others.length >= MAX_LOCATIONS) throw conflict(`A client has at most ${MAX_LOCATIONS} locations`);
    const { is_default, demoted } = chooseDefault(others, {
      is_active: input.is_active,
      was_default: false,
      wants_default: input.is_default,
    });
    await setDefault(tx, demoted, false);
    const row = await insertLocation(tx, { ...input, is_default, client_id: clientId, location_id: uuidv7() });
    emit(tx, clientEvents.locationCreated, facts(row), await touchClient(tx, clientId));
    return row;
  });
}

/**
 * Changes a location.
 * @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version, VALIDATION_ERROR for an inactive default,
 * CONFLICT when the only active location is to cease to be the default
 */
export function updateLocation(db: Db, key: LocationKey, input: UpdateClientLocation, accepted?: Accepted): Promise<LocationRecord> {
  return db.transaction(async (tx) => {
    const { previous, others } = await lockAccepted(tx, key, accepted);
    const { is_default, demoted, promoted } = chooseDefault(others, {
      is_active: input.is_active ?? previous.is_active,
      was_default: previous.is_default,
      wants_default: input.is_default,
    });
    const changes = changedMembers(previous, { ...input, is_default });
    if (Object.keys(changes).length === 0) return previous;
    await setDefault(tx, demoted, false);
    const row = await updateLocationRow(tx, key.location_id, changes);
    emit(tx, clientEvents.locationUpdated, facts(row), await touchClient(tx, key.client_id));
    await setDefault(tx, promoted, true);
    return row;
  });
}

/** Deletes a location; the oldest active one takes over from a default. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deleteLocation(db: Db, key: LocationKey, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { previous, others } = await lockAccepted(tx, key, accepted);
    const { client_id, location_id } = previous;
    await deleteLocationRow(tx, location_id);
    emit(tx, clientEvents.locationDeleted, { client_id, location_id }, await touchClient(tx, client_id));
    if (previous.is_default) await setDefault(tx, successorAmong(others), true);
  });
}

/** The client's row is the lock of all its locations: no two changes choose a default at the same time. */
async function lockLocations(tx: Tx, clientId: string): Promise<LocationState[]> {
  if ((await lockClient(tx, clientId)) === undefined) throw notFound('Client');
  return findLocationStates(tx, clientId);
}

async function lockAccepted(tx: Tx, key: LocationKey, accepted: Accepted): Promise<{ previous: LocationRecord; others: LocationState[] }> {
  const states = await lockLocations(tx, key.client_id);
  const previous = await findLocation(tx, key);
  if (previous === undefined) throw notFound('Location');
  demandVersion(accepted, previous.version);
  return { previous, others: states.filter(({ location_id }) => location_id !== previous.location_id) };
}

/** Changes another location than the one that was asked for; null for none. */
async function setDefault(tx: Tx, locationId: string | null, is_default: boolean): Promise<void> {
  if (locationId === null) return;
  const row = await updateLocationRow(tx, locationId, { is_default });
  emit(tx, clientEvents.locationUpdated, facts(row), await touchClient(tx, row.client_id));
}

function facts(row: LocationRecord) {
  return { client_id: row.client_id, ...locationFacts(row) };
}
