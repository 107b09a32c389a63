import { Replica } from '@psa/postgres-kit';
import type { ClientCopy, ContractLineCopy, ServiceCopy, TaskCopy, UserCopy } from './replica.tables.ts';

export const userReplica = new Replica<UserCopy, 'user_id'>({
  table: 'user_replicas',
  key: 'user_id',
  unknown: { full_name: '', first_name: null, last_name: null, email: '', user_type: 'internal', timezone: null, is_inactive: true },
  called: 'a user of this tenant',
});

export const clientReplica = new Replica<ClientCopy, 'client_id'>({
  table: 'client_replicas',
  key: 'client_id',
  unknown: { client_name: '', is_inactive: true },
  called: 'a client of this tenant',
});

export const taskReplica = new Replica<TaskCopy, 'task_id'>({
  table: 'task_replicas',
  key: 'task_id',
  unknown: { task_name: '', project_id: null, project_name: '', client_id: null },
  called: 'a task of this tenant',
});

export const serviceReplica = new Replica<ServiceCopy, 'service_id'>({
  table: 'service_replicas',
  key: 'service_id',
  unknown: { service_name: '', billing_method: 'hourly', default_rate: 0, is_active: false },
  called: 'a service of this tenant',
});

/** What is kept of a service. Hours are paid in whole minor units; only what is used may cost parts of one. */
export function serviceCopy<Facts extends ServiceCopy>(facts: Facts): Facts {
  return { ...facts, default_rate: Math.round(facts.default_rate) };
}

export const contractLineReplica = new Replica<ContractLineCopy, 'contract_line_id'>({
  table: 'contract_line_replicas',
  key: 'contract_line_id',
  unknown: { contract_line_name: '' },
  called: 'a contract line of this tenant',
});

/** A user as identity knows them. */
export interface UserFacts {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly user_type: string;
  readonly is_inactive: boolean;
  readonly timezone?: string | null | undefined;
  readonly version: number;
}

/** What is kept of a user. */
export function userCopy(facts: Omit<UserFacts, 'version'>): UserCopy {
  const { user_id, username, first_name, last_name, email, user_type, is_inactive, timezone = null } = facts;
  const full_name = [first_name, last_name].filter(Boolean).join(' ') || username;
  return { user_id, full_name, first_name, last_name, email, user_type, timezone, is_inactive };
}
