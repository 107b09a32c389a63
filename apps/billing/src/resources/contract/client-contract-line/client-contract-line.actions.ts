import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { clientContractLineEvents, type CreateClientContractLine } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../../billing-app.ts';
import { requireClient } from '../../../replicas/client-replica.ts';
import { lockContractLine } from '../../contract-line/contract-line.records.ts';
import { lockContract } from '../contract.records.ts';
import { assertDaysInOrder } from '../contract.rules.ts';
import {
  type ClientContractLineRow,
  deactivateAssignmentRow,
  findOverlapping,
  insertAssignment,
  lockAssignment,
} from './client-contract-line.records.ts';

/**
 * Assigns a contract line to a client. The line is locked meanwhile, so that of two overlapping assignments one is refused.
 * @returns its id @throws VALIDATION_ERROR, CONFLICT when the client has the line on some of the days already
 */
export async function createClientContractLine(db: Db, ports: Ports, input: CreateClientContractLine): Promise<string> {
  const { client_id, contract_line_id, start_date } = input;
  const end_date = input.end_date ?? null;
  const client_contract_id = input.client_contract_id ?? null;
  assertDaysInOrder(start_date, end_date);
  await requireClient(db, ports, client_id);
  return db.transaction(async (tx) => {
    if (client_contract_id !== null) await requireContractOf(tx, client_contract_id, client_id);
    const line = await lockContractLine(tx, contract_line_id);
    if (line === undefined) throw invalidField('contract_line_id', 'is not a contract line of this tenant', 'unknown_reference');
    const is_active = input.is_active ?? true;
    if (is_active) await assertFreeDays(tx, { client_id, contract_line_id, start_date, end_date });
    const row = await insertAssignment(tx, {
      client_contract_line_id: uuidv7(),
      client_id,
      contract_line_id,
      client_contract_id,
      start_date,
      end_date,
      is_active,
      service_category: input.service_category ?? line.service_category,
      custom_rate: input.custom_rate ?? null,
    });
    emit(tx, clientContractLineEvents.created, facts(row), row.version);
    return row.client_contract_line_id;
  });
}

/** Stops billing it; one that is inactive stays as it is. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deactivateClientContractLine(db: Db, id: string, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const previous = await lockAssignment(tx, id);
    if (previous === undefined) throw notFound('Client contract line');
    demandVersion(accepted, previous.version);
    if (!previous.is_active) return;
    const row = await deactivateAssignmentRow(tx, id);
    emit(tx, clientContractLineEvents.deactivated, facts(row), row.version);
  });
}

async function requireContractOf(tx: Tx, contractId: string, clientId: string): Promise<void> {
  const contract = await lockContract(tx, contractId);
  if (contract?.client_id !== clientId) throw invalidField('client_contract_id', 'is not a contract of the client', 'unknown_reference');
}

async function assertFreeDays(
  tx: Tx,
  window: Pick<ClientContractLineRow, 'client_id' | 'contract_line_id' | 'start_date' | 'end_date'>,
): Promise<void> {
  const other = await findOverlapping(tx, window);
  if (other === undefined) return;
  throw conflict('The client has this contract line on some of these days already', [
    { code: 'overlap', path: ['start_date'], message: `overlaps with ${other.client_contract_line_id}` },
  ]);
}

function facts(row: ClientContractLineRow) {
  const { client_contract_line_id, client_id, contract_line_id, client_contract_id, start_date, end_date, is_active, custom_rate } = row;
  return { client_contract_line_id, client_id, contract_line_id, client_contract_id, start_date, end_date, is_active, custom_rate };
}
