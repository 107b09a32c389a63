import { assertNoDependencies, conflict, dependency, notFound } from '@psa/contract-kit';
import { type CreateServiceType, type UpdateServiceType, serviceTypeEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import { countServicesOf } from '../service/service.records.ts';
import {
  deleteServiceTypeRow,
  findServiceTypeNamed,
  insertServiceType,
  lockServiceType,
  updateServiceTypeRow,
  type ServiceTypeRecord,
} from './service-type.records.ts';

/** @throws CONFLICT when the name is taken */
export function createServiceType(db: Db, input: CreateServiceType): Promise<ServiceTypeRecord> {
  return db.transaction(async (tx) => {
    const row = await insertServiceType(tx, { service_type_id: uuidv7(), ...input }).catch(nameTaken);
    emit(tx, serviceTypeEvents.created, facts(row), row.version);
    return row;
  });
}

/** Creates those service types whose names are not taken, all or none. @returns each as it is there now, in the order asked for */
export function importServiceTypes(db: Db, inputs: readonly CreateServiceType[]): Promise<{ service_type_id: string; is_new: boolean }[]> {
  return db.transaction(async (tx) => {
    const results: { service_type_id: string; is_new: boolean }[] = [];
    for (const input of inputs) {
      const known = await findServiceTypeNamed(tx, input.name);
      if (known !== undefined) {
        results.push({ service_type_id: known.service_type_id, is_new: false });
        continue;
      }
      const row = await insertServiceType(tx, { service_type_id: uuidv7(), ...input }).catch(nameTaken);
      emit(tx, serviceTypeEvents.created, facts(row), row.version);
      results.push({ service_type_id: row.service_type_id, is_new: true });
    }
    return results;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export function updateServiceType(db: Db, id: string, input: UpdateServiceType, accepted: Accepted): Promise<ServiceTypeRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, id, accepted);
    const changes = changedMembers(previous, input);
    const changed = Object.keys(changes);
    if (changed.length === 0) return previous;
    const row = await updateServiceTypeRow(tx, id, changes).catch(nameTaken);
    emit(tx, serviceTypeEvents.updated, { ...facts(row), changed }, row.version);
    return row;
  });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export function deleteServiceType(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, id, accepted);
    await refuseWhileUsed(tx, id);
    await deleteServiceTypeRow(tx, id);
    emit(tx, serviceTypeEvents.deleted, { service_type_id: id }, version + 1);
  });
}

async function lockAccepted(tx: Tx, id: string, accepted: Accepted): Promise<ServiceTypeRecord> {
  const row = await lockServiceType(tx, id);
  if (row === undefined) throw notFound('Service type');
  demandVersion(accepted, row.version);
  return row;
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'service_types_name')) throw error;
  throw conflict('A service type of this name exists already', [
    { code: 'duplicate', path: ['name'], message: 'is the name of another service type' },
  ]);
}

async function refuseWhileUsed(tx: Tx, id: string): Promise<void> {
  assertNoDependencies('service type', [
    dependency('service', await countServicesOf(tx, 'custom_service_type_id', id), 'service', 'services'),
  ]);
}

function facts({ service_type_id, name, billing_method }: ServiceTypeRecord) {
  return { service_type_id, name, billing_method };
}
