import type { TenantId } from '@psa/contract-kit';
import type { Database, Sql } from '../driver/database.ts';
import { deleteInBatches } from '../retention/delete-in-batches.ts';
import { insertSelected } from '../tenancy/insert-selected.ts';
import type { ScopeCore, TransactionCore } from '../tenancy/tenant-scope.ts';
import { changeByTenant } from './change-by-tenant.ts';
import { claimStatement } from './claim-statement.ts';
import { takeByTenant } from './take-by-tenant.ts';

export interface NewJob {
  readonly job_id: string;
  /** What the work needs to know; never a secret. */
  readonly payload: object;
  /** A second job of the tenant with this key is dropped for as long as the first one is kept, ended or not. */
  readonly deduplication_key?: string;
  /** Of one tenant's jobs that are due, the higher goes first; 0 when absent. */
  readonly priority?: number;
  /** ISO time before which it is not taken; at once when absent. */
  readonly due_at?: string;
}

/** A job that was taken, until its lease ends. */
export interface ClaimedJob {
  readonly tenant: TenantId;
  readonly job_id: string;
  readonly payload: unknown;
  /** This one included. */
  readonly attempts: number;
  readonly correlation_id: string;
  readonly lease: string;
}

/** A job that is not tried again by itself. */
export interface DeadJob {
  readonly tenant: string;
  readonly job_id: string;
  readonly attempts: number;
  readonly correlation_id: string;
  readonly last_error: string | null;
  readonly ended_at: string;
}

export interface ClaimOptions {
  readonly limit: number;
  /** Of one tenant in this call. */
  readonly perTenant: number;
  readonly leaseMs: number;
  /** Tenants that have enough under way. */
  readonly except: readonly string[];
}

/** Of one tenant's due jobs these many are looked at for their priority. */
const PRIORITY_WINDOW = 500;
/** Tenants looked at in one call, those whose jobs have waited longest. */
const TENANTS_AT_ONCE = 100;
/**
 * Statistics of a queue are of a time when hardly anything was due: by them Postgres would gather all of a backlog to sort it, and not read
 * its beginning from the index.
 */
const BY_INDEX = 'enable_bitmapscan = off';

/**
 * Jobs of all tenants in a table made by `createQueueTable`: added in the transaction that causes them, taken by whichever
 * replica has room, taken again when that one says nothing more, and kept aside when they fail too often.
 *
 * Every tenant with something due gets its share: the query steps from tenant to tenant by the index, so that a tenant's million
 * jobs cost one step, and takes a few of each. Where tenants lie on several nodes, the shares are the same, and a tenant's jobs are taken by
 * a statement of its own.
 */
export class WorkQueue {
  /** The table, which names the queue in metrics and logs. */
  readonly table: string;
  readonly #claim: string;
  readonly #waiting: string;
  readonly #claimOfTenant: string;
  readonly #complete: Sql;

  constructor(table: string) {
    this.table = table;
    const taken = {
      table,
      key: ['tenant', 'job_id'],
      where: 'due.due_at <= now()',
      lease: 'lease',
      set: "attempts = attempts + 1, due_at = now() + $3::bigint * interval '1 millisecond'",
      returning: 'claimed.tenant, claimed.job_id, claimed.payload, claimed.attempts, claimed.correlation_id, claimed.lease',
    };
    this.#claim = claimStatement({
      ...taken,
      // Where a row lies, found once, and a condition that no index serves: to look for a row again Postgres could choose an index that
      // leads to all of the backlog.
      key: ['ctid'],
      where: "coalesce(due.due_at, 'infinity') <= now()",
      isRecursive: true,
      ahead: `step as (
          (select tenant, due_at from ${table} where due_at is not null order by tenant, due_at limit 1)
          union all
          select next.* from step, lateral (
            select tenant, due_at from ${table} where due_at is not null and tenant > step.tenant order by tenant, due_at limit 1
          ) next
        ), waiting as (
          select tenant from step where due_at <= now() and tenant <> all($4::uuid[]) order by due_at limit ${TENANTS_AT_ONCE}
        ), candidate as (
          select job.*, row_number() over (partition by job.tenant order by job.priority desc, job.due_at) as turn
          from waiting, lateral (
            select tenant, ctid, priority, due_at from ${table} due where due.tenant = waiting.tenant and due.due_at <= now()
            order by due.due_at limit ${PRIORITY_WINDOW}
          ) job
        ), chosen as (
          select ctid, turn, due_at from candidate where turn <= $2 order by turn, due_at limit $1
        )`,
      join: 'join chosen on chosen.ctid = due.ctid',
    });
    this.#complete = {
      name: `psa_${table}_complete`,
      text: `update ${table} set due_at = null, lease = null, last_error = null, outcome = 'done', ended_at = now()
        where tenant = $1 and job_id = $2 and lease = $3 returning job_id`,
    };
    this.#waiting = `select tenant from ${table} where due_at <= now() and tenant <> all($1::uuid[])
      group by tenant order by min(due_at) limit ${TENANTS_AT_ONCE}`;
    this.#claimOfTenant = claimStatement({
      ...taken,
      tenant: '$2',
      ahead: `chosen as (
          select job_id from (
            select job_id, priority, due_at from ${table} where tenant = $2 and due_at <= now() order by due_at limit ${PRIORITY_WINDOW}
          ) job order by priority desc, due_at limit $1
        )`,
      join: 'join chosen on chosen.job_id = due.job_id',
    });
  }

  /** Adds jobs together with COMMIT: none without what causes it, and none lost once that is acknowledged. */
  add(tx: TransactionCore, jobs: readonly NewJob[]): void {
    if (jobs.length === 0) return;
    tx.atCommit(
      insertSelected(
        `${this.table} (job_id, payload, deduplication_key, priority, due_at, correlation_id)`,
        `select id, payload, key, priority, coalesce(due, now()), $6::text from unnest($1::uuid[], $2::jsonb[], $3::text[], $4::smallint[], $5::timestamptz[])
         as job (id, payload, key, priority, due)`,
        'on conflict (tenant, deduplication_key) do nothing',
      ),
      [
        jobs.map(({ job_id }) => job_id),
        jobs.map(({ payload }) => JSON.stringify(payload)),
        jobs.map(({ deduplication_key }) => deduplication_key ?? null),
        jobs.map(({ priority }) => priority ?? 0),
        jobs.map(({ due_at }) => due_at ?? null),
        tx.context.correlationId,
      ],
    );
  }

  /** Takes jobs that are due and that nobody has. @param workerDatabase across tenants, as in all below but {@link complete} */
  async claim(workerDatabase: Database, options: ClaimOptions): Promise<ClaimedJob[]> {
    const { limit, perTenant, leaseMs, except } = options;
    if ((await workerDatabase.detectedTenantForm()).takesByTenant) return this.#claimByTenant(workerDatabase, options);
    return workerDatabase.queryUnder<ClaimedJob & object>(BY_INDEX, this.#claim, [limit, perTenant, leaseMs, except]);
  }

  /** Keeps jobs for another while. @returns the ids of those that are still this holder's */
  async renew(workerDatabase: Database, jobs: readonly ClaimedJob[], leaseMs: number): Promise<Set<string>> {
    const rows = await this.#changeHeld(workerDatabase, jobs, "due_at = now() + $4::bigint * interval '1 millisecond'", [leaseMs]);
    return new Set(rows.map(({ job_id }) => job_id));
  }

  /** Gives jobs back unfinished, for others to take at once; the attempt does not count. */
  async release(workerDatabase: Database, jobs: readonly ClaimedJob[]): Promise<void> {
    await this.#changeHeld(workerDatabase, jobs, 'due_at = now(), lease = null, attempts = attempts - 1');
  }

  /**
   * Ends a job. In the transaction of its effects they happen exactly once.
   * @returns whether it was still this holder's; if not, another may be at it and the effects must be rolled back
   */
  async complete(db: ScopeCore, { job_id, lease }: ClaimedJob): Promise<boolean> {
    return (await db.execute(this.#complete, [db.tenant, job_id, lease])).rows.length === 1;
  }

  /** Puts a job off after a failure. */
  async retry(workerDatabase: Database, { tenant, job_id, lease }: ClaimedJob, delayMs: number, error: string): Promise<void> {
    await workerDatabase.query(
      `update ${this.table} set due_at = now() + $4::bigint * interval '1 millisecond', lease = null, last_error = $5
       where tenant = $1 and job_id = $2 and lease = $3`,
      [tenant, job_id, lease, delayMs, error],
    );
  }

  /** Leaves a job that could not be tried for later; the attempt does not count. */
  async postpone(workerDatabase: Database, { tenant, job_id, lease }: ClaimedJob, delayMs: number, reason: string): Promise<void> {
    await workerDatabase.query(
      `update ${this.table} set due_at = now() + $4::bigint * interval '1 millisecond', lease = null, attempts = attempts - 1, last_error = $5
       where tenant = $1 and job_id = $2 and lease = $3`,
      [tenant, job_id, lease, delayMs, reason],
    );
  }

  /** Keeps a job aside that is not tried again by itself. */
  async deadLetter(workerDatabase: Database, { tenant, job_id, lease }: ClaimedJob, error: string): Promise<void> {
    await workerDatabase.query(
      `update ${this.table} set due_at = null, lease = null, last_error = $4, outcome = 'dead', ended_at = now()
       where tenant = $1 and job_id = $2 and lease = $3`,
      [tenant, job_id, lease, error],
    );
  }

  /** The dead jobs, those that died last first. @param limit 1 to 1,000 */
  listDead(
    workerDatabase: Database,
    { tenant, limit = 100 }: { tenant?: string | undefined; limit?: number | undefined },
  ): Promise<DeadJob[]> {
    return workerDatabase.query<DeadJob & object>(
      `select tenant, job_id, attempts, correlation_id, last_error, ended_at from ${this.table}
       where ended_at is not null and outcome = 'dead' and ($1::uuid is null or tenant = $1) order by ended_at desc, job_id limit $2`,
      [tenant ?? null, limit],
    );
  }

  /** Gives a dead job up. @returns whether there was one */
  async discard(workerDatabase: Database, jobId: string): Promise<boolean> {
    const rows = await workerDatabase.query(`delete from ${this.table} where job_id = $1 and outcome = 'dead' returning 1 as discarded`, [
      jobId,
    ]);
    return rows.length > 0;
  }

  /** Makes dead jobs due again, with a full round of attempts ahead. @param jobIds all of them when absent @returns how many */
  async revive(workerDatabase: Database, jobIds?: readonly string[]): Promise<number> {
    const rows = await workerDatabase.query(
      `update ${this.table} set due_at = now(), outcome = null, ended_at = null, attempts = 0
       where outcome = 'dead' and ($1::uuid[] is null or job_id = any($1)) returning 1 as revived`,
      [jobIds ?? null],
    );
    return rows.length;
  }

  /** Jobs that wait or are under way, those that are dead, and how long the one due longest has waited, in seconds. */
  async measure(workerDatabase: Database): Promise<{ open: number; dead: number; oldest_seconds: number }> {
    const [row] = await workerDatabase.query<{ open: number; dead: number; oldest_seconds: number }>(
      `select (select count(*)::int from ${this.table} where due_at is not null) as open,
        (select count(*)::int from ${this.table} where ended_at is not null and outcome = 'dead') as dead,
        (select coalesce(extract(epoch from greatest(now() - min(due_at), interval '0')), 0)::float8 from ${this.table} where due_at is not null) as oldest_seconds`,
    );
    return row ?? { open: 0, dead: 0, oldest_seconds: 0 };
  }

  /** Deletes what ended so many hours ago, a piece at a time. @returns how many rows */
  deleteEnded(workerDatabase: Database, hours: number): Promise<number> {
    return deleteInBatches(workerDatabase, {
      table: this.table,
      key: ['tenant', 'job_id'],
      where: `ended_at < now() - $1::int * interval '1 hour'`,
      orderBy: 'ended_at',
      values: [hours],
    });
  }

  /** Where tenants lie on several nodes: who waits is asked of all nodes, and locks are taken on one at a time. */
  async #claimByTenant(workerDatabase: Database, { leaseMs, except, ...shares }: ClaimOptions): Promise<ClaimedJob[]> {
    const waiting = await workerDatabase.query<{ tenant: string }>(this.#waiting, [except]);
    return takeByTenant(
      waiting.map(({ tenant }) => tenant),
      shares,
      (tenant, most) => workerDatabase.query<ClaimedJob & object>(this.#claimOfTenant, [most, tenant, leaseMs]),
    );
  }

  /** Changes those of the jobs that are still held by this lease, and gives them back. */
  #changeHeld(
    workerDatabase: Database,
    jobs: readonly ClaimedJob[],
    set: string,
    values: readonly unknown[] = [],
  ): Promise<{ job_id: string }[]> {
    const text = `update ${this.table} job set ${set} from unnest($1::uuid[], $2::uuid[], $3::uuid[]) held (tenant, id, lease)
       where job.tenant = held.tenant and job.job_id = held.id and job.lease = held.lease and job.due_at is not null`;
    return changeByTenant(workerDatabase, jobs, (some, tenant) => {
      const all = [...keysOf(some), ...values, ...(tenant === undefined ? [] : [tenant])];
      return workerDatabase.query(`${text}${tenant === undefined ? '' : ` and job.tenant = $${all.length}`} returning job.job_id`, all);
    });
  }
}

function keysOf(jobs: readonly ClaimedJob[]): [string[], string[], string[]] {
  return [jobs.map(({ tenant }) => tenant), jobs.map(({ job_id }) => job_id), jobs.map(({ lease }) => lease)];
}
