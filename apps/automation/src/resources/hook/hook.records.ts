import type { Database } from '@psa/postgres-kit';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import { isServed } from '../../replicas/tenant-replica.ts';
import type { AutomationHooksTable } from '../rule/rule.tables.ts';

export type HookRecord = Selectable<AutomationHooksTable>;

export const secretPlace = (hookId: string) => ({ table: 'automation_hooks', column: 'sealed_secret', row: hookId });
export const formerPlace = (hookId: string) => ({ table: 'automation_hooks', column: 'sealed_former_secret', row: hookId });

export async function findHook(db: Db, hookId: string): Promise<HookRecord | undefined> {
  return db.selectFrom('automation_hooks').selectAll().where('hook_id', '=', hookId).executeTakeFirst();
}

export async function findHookOfRule(db: Db, ruleId: string, lock = false): Promise<HookRecord | undefined> {
  const hook = db.selectFrom('automation_hooks').selectAll().where('rule_id', '=', ruleId);
  return (lock ? hook.forUpdate() : hook).executeTakeFirst();
}

export async function insertHook(tx: Tx, hook: Insertable<AutomationHooksTable>): Promise<void> {
  await tx.insertInto('automation_hooks').values(hook).execute();
}

export async function updateHookSecrets(tx: Tx, hookId: string, secrets: Updateable<AutomationHooksTable>): Promise<void> {
  await tx.updateTable('automation_hooks').set(secrets).where('hook_id', '=', hookId).execute();
}

export async function deleteHookRow(tx: Tx, ruleId: string): Promise<void> {
  await tx.deleteFrom('automation_hooks').where('rule_id', '=', ruleId).execute();
}

const TENANT_OF_HOOK = `select hook.tenant from automation_hooks hook where hook.hook_id = $1
  and (hook.tenant::text = $2 or exists (select from tenant_replicas replica where replica.tenant = hook.tenant and replica.slug = $2))
  and ${isServed('hook.tenant')}`;

/** The tenant a public address belongs to. @param name the tenant's slug, or its id @returns undefined when there is no such address, or the tenant is suspended */
export async function tenantOfHook(workerDatabase: Database, hookId: string, name: string): Promise<string | undefined> {
  return (await workerDatabase.query<{ tenant: string }>(TENANT_OF_HOOK, [hookId, name]))[0]?.tenant;
}
