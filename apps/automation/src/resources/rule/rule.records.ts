import { addToRowCount, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import type { AutomationRulesTable } from './rule.tables.ts';

export type RuleRecord = Selectable<AutomationRulesTable>;
/** A rule with its public address and its tenant's name in it, where it has one. */
export type RuleRow = RuleRecord & { hook_id: string | null; tenant_slug: string | null };
export type RuleWrite = Omit<Insertable<AutomationRulesTable>, 'version' | 'created_at' | 'updated_at'>;

const tenantSlug = sql<
  string | null
>`(select slug from tenant_replicas where tenant_replicas.tenant = automation_rules.tenant order by version desc limit 1)`;

/** Rules with what their public addresses are made of: the base of every read. */
export function ruleRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('automation_rules')
    .leftJoin('automation_hooks', (join) =>
      join
        .onRef('automation_hooks.tenant', '=', 'automation_rules.tenant')
        .onRef('automation_hooks.rule_id', '=', 'automation_rules.rule_id'),
    )
    .selectAll('automation_rules')
    .select(['automation_hooks.hook_id', tenantSlug.as('tenant_slug')]);
}

const findStatement = statement<Tables>()((db, p: { rule_id: string }) => ruleRows(db).where('automation_rules.rule_id', '=', p.rule_id));

export function findRule(db: Db, ruleId: string): Promise<RuleRow | undefined> {
  return db.first(findStatement, { rule_id: ruleId });
}

const findAllStatement = statement<Tables>()((db, p: { rule_ids: string[] }) =>
  db
    .selectFrom('automation_rules')
    .selectAll()
    // Behind a sub-select the list has no known length, so that its plan is kept.
    .where(sql<boolean>`rule_id = any((select ${p.rule_ids}::uuid[])::uuid[])` as never),
);

export function findRules(db: Db, ruleIds: string[]): Promise<RuleRecord[]> {
  return db.all(findAllStatement, { rule_ids: ruleIds });
}

const lockStatement = statement<Tables>()((db, p: { rule_id: string }) =>
  db.selectFrom('automation_rules').selectAll().where('rule_id', '=', p.rule_id).forNoKeyUpdate(),
);
const holdStatement = statement<Tables>()((db, p: { rule_id: string }) =>
  db.selectFrom('automation_rules').selectAll().where('rule_id', '=', p.rule_id).forKeyShare(),
);

/** Reads a rule and keeps others from deleting it until the transaction ends; any number may hold it. */
export function holdRule(tx: Tx, ruleId: string): Promise<RuleRecord | undefined> {
  return tx.first(holdStatement, { rule_id: ruleId });
}

/** Reads a rule and keeps others from holding it, too: for who deletes it. */
export async function lockRuleAlone(tx: Tx, ruleId: string): Promise<RuleRecord | undefined> {
  return tx.selectFrom('automation_rules').selectAll().where('rule_id', '=', ruleId).forUpdate().executeTakeFirst();
}

/** Reads a rule and keeps others from changing it, or giving its executions their turn, until the transaction ends. */
export function lockRule(tx: Tx, ruleId: string): Promise<RuleRecord | undefined> {
  return tx.first(lockStatement, { rule_id: ruleId });
}

/** Like {@link lockRule}, unless somebody else has it. */
export async function lockRuleIfFree(tx: Tx, ruleId: string): Promise<RuleRecord | undefined> {
  return tx.selectFrom('automation_rules').selectAll().where('rule_id', '=', ruleId).forNoKeyUpdate().skipLocked().executeTakeFirst();
}

const byEventStatement = statement<Tables>()((db, p: { patterns: string[] }) =>
  db
    .selectFrom('automation_rules')
    .selectAll()
    .where('status', '=', sql.lit('active'))
    .where('event_type', 'is not', null)
    .where(sql<boolean>`event_type = any(${p.patterns})` as never)
    .orderBy('rule_id'),
);

/** The active rules that react to an event of one of these names, in the order of their ids. */
export function findRulesOfEvent(db: Db, patterns: string[]): Promise<RuleRecord[]> {
  return db.all(byEventStatement, { patterns });
}

/** Max rules that are looked through for a text at once; a tenant has fewer. */
const MAX_NAMING = 5_000;

/** Rules in whose conditions or actions a text occurs, whatever its case, in the order of their ids. */
export async function findRulesNaming(db: Db, text: string): Promise<string[]> {
  const written = JSON.stringify(text).slice(1, -1);
  const rows = await db
    .selectFrom('automation_rules')
    .select('rule_id')
    .where(sql<boolean>`strpos(lower(conditions::text || actions::text), lower(${written})) > 0`)
    .orderBy('rule_id')
    .limit(MAX_NAMING)
    .execute();
  return rows.map(({ rule_id }) => rule_id);
}

export async function insertRule(tx: Tx, rule: RuleWrite): Promise<RuleRecord> {
  addToRowCount(tx, 'automation_rules', 1);
  return tx.insertInto('automation_rules').values(rule).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export async function updateRuleRow(tx: Tx, ruleId: string, changes: Updateable<AutomationRulesTable>): Promise<RuleRecord> {
  return tx
    .updateTable('automation_rules')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('rule_id', '=', ruleId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes what the engine notes of a rule: no change that a caller's If-Match would have to see. */
export async function updateRuleState(tx: Tx, ruleId: string, notes: Updateable<AutomationRulesTable>): Promise<void> {
  await tx.updateTable('automation_rules').set(notes).where('rule_id', '=', ruleId).execute();
}

const HOUR = "date_trunc('hour', now(), 'UTC')";
const COUNT_START = `update automation_rules set execution_count = execution_count + 1, last_executed = now(),
  starts = case when starts_hour = (select ${HOUR}) then starts + 1 else 1 end, starts_hour = ${HOUR} where tenant = $1 and rule_id = $2`;

/** Counts an execution that was queued, together with COMMIT. */
export function countStart(tx: Tx, ruleId: string): void {
  tx.atCommit(COUNT_START, [tx.tenant, ruleId]);
}

const STARTS = `select coalesce(sum(starts), 0)::bigint as starts from automation_rules where tenant = $1 and starts_hour = ${HOUR}`;

/** How often the rules of the tenant were started in this hour. */
export async function countStartsOfTenant(db: Db): Promise<number> {
  const { rows } = await db.execute<{ starts: number }>({ text: STARTS, name: 'psa_rule_starts' }, [db.tenant]);
  return Number(rows[0]?.starts ?? 0);
}

/** Deletes a rule; its public address goes by foreign key. */
export async function deleteRuleRow(tx: Tx, ruleId: string): Promise<void> {
  addToRowCount(tx, 'automation_rules', -1);
  await tx.deleteFrom('automation_rules').where('rule_id', '=', ruleId).execute();
}
