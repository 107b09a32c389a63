import { ApiError, invalidField } from '@psa/contract-kit';
import type { WorkItemType } from '@psa/contracts-time';
import { demandPermissions, type Principal } from '@psa/http-kit';
import { contractLineReplica, serviceCopy, serviceReplica, taskReplica, userCopy, userReplica } from '../../replicas/replicas.ts';
import { ticketReplica } from '../../replicas/ticket-replica.ts';
import type { ServiceCopy, UserCopy } from '../../replicas/replica.tables.ts';
import type { Db, Ports } from '../../time-app.ts';
import { isAboutHidden, workReader } from './hidden-work.access.ts';

/** Whom work on an item is for. */
export interface ItemFacts {
  readonly client_id: string | null;
  readonly project_id: string | null;
}

const NOBODYS: ItemFacts = { client_id: null, project_id: null };

/**
 * Checks that the caller may log time on an item. Call it outside of a transaction: the desk service may have to be asked.
 * @throws FORBIDDEN, VALIDATION_ERROR naming work_item_id
 */
export async function requireWorkItem(
  db: Db,
  ports: Ports,
  principal: Pick<Principal, 'userId' | 'permissions' | 'actor'>,
  { work_item_type: type, work_item_id: id }: { work_item_type: WorkItemType; work_item_id?: string | null | undefined },
): Promise<ItemFacts> {
  if (type !== 'ticket' && type !== 'project_task') return NOBODYS;
  demandPermissions(principal, [type === 'ticket' ? 'ticket:read' : 'project_task:read']);
  if (!id) throw invalidField('work_item_id', `is required for work on a ${type === 'ticket' ? 'ticket' : 'task'}`, 'required');
  const { directory } = ports;
  if (type === 'ticket') {
    const { client_id } = await ticketReplica.require(db, id, 'work_item_id', () => directory.ticket(db.context, id));
    if (await isAboutHidden(db, await workReader(db, ports, principal), { work_item_type: type, work_item_id: id }))
      throw invalidField('work_item_id', 'is not a ticket of this tenant', 'unknown_reference');
    return { client_id, project_id: null };
  }
  const { client_id, project_id } = await taskReplica.require(db, id, 'work_item_id', () => directory.task(db.context, id));
  return { client_id, project_id };
}

/**
 * Checks that a service may be worked. Call it outside of a transaction: the billing service may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireService(db: Db, { directory }: Ports, serviceId: string, field = 'service_id'): Promise<ServiceCopy> {
  const service = await serviceReplica.require(db, serviceId, field, async () => {
    const facts = await directory.service(db.context, serviceId);
    return facts && serviceCopy(facts);
  });
  if (!service.is_active) throw invalidField(field, 'is an inactive service', 'inactive_reference');
  return service;
}

/**
 * Checks the contract line that work is to be billed by, if one is given. Call it outside of a transaction: the billing service may
 * have to be asked.
 * @throws VALIDATION_ERROR naming contract_line_id
 */
export async function requireContractLine(db: Db, { directory }: Ports, contractLineId: string | null | undefined): Promise<void> {
  if (contractLineId === null || contractLineId === undefined) return;
  await contractLineReplica.require(db, contractLineId, 'contract_line_id', () => directory.contractLine(db.context, contractLineId));
}

/** The zone somebody works in: their own, UTC for who has none. Call it outside of a transaction. @throws UNAUTHORIZED for a user who is gone */
export async function zoneOf(db: Db, ports: Ports, userId: string): Promise<string> {
  const user = await findUser(db, ports, userId);
  if (user === undefined) throw new ApiError('UNAUTHORIZED', 'The user is gone');
  return user.timezone ?? 'UTC';
}

/** A user, asked of identity when no copy is here. */
export function findUser(db: Db, { directory }: Ports, userId: string): Promise<UserCopy | undefined> {
  return userReplica.findOrAsk(db, userId, async () => {
    const facts = await directory.user(db.context, userId);
    return facts && { ...userCopy(facts), version: facts.version };
  });
}
