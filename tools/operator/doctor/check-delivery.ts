import type pg from 'pg';
import { databaseServices } from '../../local/services.ts';
import { type Finding, unlessAny } from './finding.ts';

/** Minutes after which an event should have left, also on a busy day. */
const LATE_MINUTES = 2;

const QUEUES = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'outcome' join pg_attribute l on l.attrelid = c.oid and l.attname = 'lease'
  where n.nspname = any($1) and c.relkind = 'r' and exists (select from pg_attribute where attrelid = c.oid and attname = 'deduplication_key')`;

/** Events that do not leave, and what services gave up on. */
export async function checkDelivery(database: pg.ClientBase): Promise<Finding[]> {
  const late: string[] = [];
  const letters: string[] = [];
  const jobs: string[] = [];
  const count = async (text: string) => Number((await database.query<{ count: string }>(text)).rows[0]!.count);
  for (const { name } of databaseServices) {
    const waiting = await count(
      `select count(*) from "${name}".outbox where published_at is null and created_at < now() - interval '${LATE_MINUTES} minutes'`,
    );
    if (waiting > 0) late.push(`${name} ${waiting}`);
    const dead = await count(`select count(*) from "${name}".dead_letters`);
    if (dead > 0) letters.push(`${name} ${dead}`);
  }
  const queues = await database.query<{ name: string }>(QUEUES, [databaseServices.map(({ name }) => name)]);
  for (const { name } of queues.rows) {
    const [schema, table] = name.split('.');
    const dead = await count(`select count(*) from "${schema}"."${table}" where outcome = 'dead'`);
    if (dead > 0) jobs.push(`${name} ${dead}`);
  }
  return [
    unlessAny('events that leave late', late, {
      well: `none has waited for ${LATE_MINUTES} minutes`,
      advice: 'The relay cannot publish: see the log of that service for "relay: publishing failed".',
    }),
    unlessAny('dead letters', letters, {
      well: 'none',
      advice: 'See them by psa dead-letter list --service …, mend the cause, then psa dead-letter requeue-all.',
      state: 'warning',
    }),
    unlessAny('dead jobs', jobs, {
      well: 'none',
      advice: 'See them by psa dead-job list --service …, mend the cause, then psa dead-job retry.',
      state: 'warning',
    }),
  ];
}
