import type { ReplicaTables } from './replicas/replica.tables.ts';

/** Every table of the service, by name. */
export type Tables = ReplicaTables;
