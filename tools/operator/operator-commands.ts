import { databaseServices } from '../local/services.ts';

/** One option of a command, as the operator writes it and as the service is told. */
export interface OperatorOption {
  /** Without the two dashes. */
  flag: string;
  /** The field of the request. */
  field: string;
  /** The field that is told in its place what is no id, such as an address. */
  nameField?: string;
  /** What stands for the value in the usage text. */
  value: string;
  required?: boolean;
  /** A tenant is named by its id or its slug; services are told the id. A switch takes no value. */
  kind?: 'time' | 'count' | 'tenant' | 'switch';
}

/** A command as the operator writes it. */
export interface WrittenCommand {
  words: readonly [string, string];
  summary: string;
  options: readonly OperatorOption[];
  /** The field that may also be given without its flag. */
  positional?: string;
}

/** A command that asks a running service for something. */
export interface OperatorCommand extends WrittenCommand {
  /** The service that is asked; without it the operator names one with --service. */
  service?: string;
  method: string;
  timeoutMs?: number;
}

/** A command on a whole tenant or a person, in all services, their files and the broker, or on where the database keeps services. */
export interface InstallationCommand extends WrittenCommand {
  action: 'export' | 'import' | 'delete' | 'erase' | 'nodes' | 'place' | 'distribute' | 'isolate' | 'rebalance' | 'drain';
}

/** The services that answer for their events. */
export const eventServices: readonly string[] = databaseServices.map(({ name }) => name);

const tenant: OperatorOption = { flag: 'tenant', field: 'tenant', value: 'id|slug', kind: 'tenant' };
const limit: OperatorOption = { flag: 'limit', field: 'limit', value: 'n', kind: 'count' };
const deadLetter: OperatorOption[] = [
  { flag: 'event', field: 'event_id', value: 'id', required: true },
  { flag: 'consumer', field: 'consumer', value: 'name', required: true },
];

const queue: OperatorOption = { flag: 'queue', field: 'queue', value: 'name', required: true };

export const operatorCommands: readonly OperatorCommand[] = [
  {
    words: ['tenant', 'create'],
    service: 'identity',
    method: 'admin.tenant-create',
    summary: 'create a tenant with an administrator and an API key; both are shown once',
    options: [
      { flag: 'name', field: 'name', value: 'name', required: true },
      { flag: 'slug', field: 'slug', value: 'slug' },
    ],
  },
  {
    words: ['tenant', 'list'],
    service: 'identity',
    method: 'admin.tenant-list',
    summary: 'list the tenants by slug, 100 at a time; where more follow, the slug to go on after is shown as next',
    options: [{ flag: 'after', field: 'after', value: 'slug' }, limit],
  },
  {
    words: ['tenant', 'suspend'],
    service: 'identity',
    method: 'admin.tenant-suspend',
    summary: 'refuse all access of a tenant',
    options: [{ ...tenant, required: true }],
    positional: 'tenant',
  },
  {
    words: ['tenant', 'resume'],
    service: 'identity',
    method: 'admin.tenant-resume',
    summary: 'give a suspended tenant its access back',
    options: [{ ...tenant, required: true }],
    positional: 'tenant',
  },
  {
    words: ['key', 'create'],
    service: 'identity',
    method: 'admin.key-create',
    summary: 'create an API key; it is shown once',
    options: [
      { ...tenant, required: true },
      { flag: 'user', field: 'user_id', nameField: 'user_email', value: 'id|address' },
      { flag: 'description', field: 'description', value: 'text' },
      { flag: 'expires', field: 'expires_at', value: 'time', kind: 'time' },
    ],
  },
  {
    words: ['key', 'list'],
    service: 'identity',
    method: 'admin.key-list',
    summary: 'list the API keys of a tenant, newest first, 100 at a time; the keys themselves are not kept',
    options: [{ ...tenant, required: true }, { flag: 'page', field: 'page', value: 'n', kind: 'count' }, limit],
    positional: 'tenant',
  },
  {
    words: ['key', 'revoke'],
    service: 'identity',
    method: 'admin.key-revoke',
    summary: 'end an API key at once',
    options: [
      { ...tenant, required: true },
      { flag: 'key', field: 'api_key_id', nameField: 'key', value: 'id|public part|description', required: true },
    ],
  },
  {
    words: ['outbox', 'replay'],
    method: 'admin.outbox-replay',
    timeoutMs: 60_000,
    summary: 'publish recorded events of a service again; whoever has seen them ignores them',
    options: [
      { flag: 'from', field: 'from', value: 'time', kind: 'time' },
      { flag: 'to', field: 'to', value: 'time', kind: 'time' },
      tenant,
    ],
  },
  {
    words: ['dead-letter', 'list'],
    method: 'admin.dead-letter-list',
    summary: 'list the events a service gave up on',
    options: [tenant, limit],
  },
  { words: ['dead-letter', 'requeue'], method: 'admin.dead-letter-requeue', summary: 'try an event again', options: deadLetter },
  {
    words: ['dead-letter', 'requeue-all'],
    method: 'admin.dead-letter-requeue-all',
    timeoutMs: 600_000,
    summary: 'try all events again that a consumer gave up on',
    options: [{ flag: 'consumer', field: 'consumer', value: 'name', required: true }],
  },
  { words: ['dead-letter', 'discard'], method: 'admin.dead-letter-discard', summary: 'drop an event for good', options: deadLetter },
  {
    words: ['dead-job', 'list'],
    method: 'admin.dead-job-list',
    summary: 'list the jobs of a service that failed too often, of all its queues',
    options: [tenant, limit],
  },
  {
    words: ['dead-job', 'retry'],
    method: 'admin.dead-job-retry',
    summary: 'run a dead job again, or without --job all of a queue',
    options: [queue, { flag: 'job', field: 'job_id', value: 'id' }],
  },
  {
    words: ['dead-job', 'discard'],
    method: 'admin.dead-job-discard',
    summary: 'drop a job for good',
    options: [queue, { flag: 'job', field: 'job_id', value: 'id', required: true }],
  },
  {
    words: ['keys', 'rotate'],
    method: 'admin.keys-rotate',
    timeoutMs: 600_000,
    summary: 'give tenants new data keys and seal their secrets anew; afterwards a former key-encryption key can be taken out',
    options: [tenant, { flag: 'before', field: 'before', value: 'time', kind: 'time' }],
  },
];

const slug: OperatorOption = { flag: 'slug', field: 'slug', value: 'slug', required: true };
const database: OperatorOption = { flag: 'database', field: 'database', value: 'url' };

export const installationCommands: readonly InstallationCommand[] = [
  {
    words: ['tenant', 'export'],
    action: 'export',
    summary: "write all that is a tenant's into a file, as it is at this moment; it may be in use",
    options: [slug, { flag: 'out', field: 'file', value: 'file', required: true }, database],
    positional: 'slug',
  },
  {
    words: ['tenant', 'import'],
    action: 'import',
    summary: 'bring a tenant in from such a file, with its ids: all of it or nothing',
    options: [
      { flag: 'in', field: 'file', value: 'file', required: true },
      { flag: 'dry-run', field: 'dry_run', value: '', kind: 'switch' },
      database,
    ],
  },
  {
    words: ['tenant', 'delete'],
    action: 'delete',
    summary: "delete all that is a suspended tenant's, its files and its events",
    options: [slug, { flag: 'confirm', field: 'confirm', value: 'slug', required: true }, database],
    positional: 'slug',
  },
  {
    words: ['user', 'erase'],
    action: 'erase',
    summary:
      'erase a person from all services and events: users and contacts with the address, and every text that holds it or the full name',
    options: [
      { flag: 'tenant', field: 'tenant', value: 'id|slug', required: true },
      { flag: 'email', field: 'email', value: 'address' },
      { flag: 'user', field: 'user', value: 'id|address' },
      { flag: 'contact', field: 'contact', value: 'id|address' },
      { flag: 'name', field: 'name', value: 'text' },
      { flag: 'confirm', field: 'confirm', value: 'address', required: true },
      { flag: 'dry-run', field: 'dry_run', value: '', kind: 'switch' },
      database,
    ],
  },
  {
    words: ['database', 'nodes'],
    action: 'nodes',
    summary: 'list the nodes of a Citus cluster and which services lie on each',
    options: [database],
  },
  {
    words: ['database', 'place'],
    action: 'place',
    summary: "move all that is a service's to a node of a Citus cluster, while the service runs",
    options: [
      { flag: 'service', field: 'service', value: 'name', required: true },
      { flag: 'node', field: 'node', value: 'host:port', required: true },
      database,
    ],
  },
  {
    words: ['database', 'distribute'],
    action: 'distribute',
    summary: 'spread the tenants of a service over the nodes of a Citus cluster, while the service runs',
    options: [
      { flag: 'service', field: 'service', value: 'name', required: true },
      { flag: 'shards', field: 'shards', value: 'n', kind: 'count' },
      database,
    ],
  },
  {
    words: ['database', 'isolate'],
    action: 'isolate',
    summary: 'give a large tenant of a service a piece of its own, with --node on that node of a Citus cluster, while the service runs',
    options: [
      { flag: 'service', field: 'service', value: 'name', required: true },
      { flag: 'tenant', field: 'tenant', value: 'id|slug', required: true },
      { flag: 'node', field: 'node', value: 'host:port' },
      database,
    ],
  },
  {
    words: ['database', 'rebalance'],
    action: 'rebalance',
    summary: 'move tenants of a service until all nodes of a Citus cluster have about as much, while the service runs',
    options: [{ flag: 'service', field: 'service', value: 'name', required: true }, database],
  },
  {
    words: ['database', 'drain'],
    action: 'drain',
    summary: 'move all that lies on a node of a Citus cluster to the others, and have it take no tables from then on',
    options: [{ flag: 'node', field: 'node', value: 'host:port', required: true }, database],
  },
];
