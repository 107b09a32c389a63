import { createReplicaTable, type Migration } from '@psa/postgres-kit';

/** Copies of the contract lines that work may be billed by. */
export const contractLineReplicasMigration: Migration = {
  up: (db) =>
    createReplicaTable(
      db,
      'time',
      'contract_line_replicas',
      'contract_line_id',
      'contract_line_id uuid not null, contract_line_name text not null',
    ),
};
