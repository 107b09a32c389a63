import type { Db, Ports, Tx } from '../../automation-app.ts';
import type { RuleRecord } from './rule.records.ts';
import type { Secrets } from './rule-secrets.rules.ts';

const placeOf = (ruleId: string) => ({ table: 'automation_rules', column: 'sealed_secrets', row: ruleId });

/** The secrets of a rule's actions, in the clear. */
export async function openSecrets(
  db: Db,
  { secrets }: Pick<Ports, 'secrets'>,
  { rule_id, sealed_secrets }: Pick<RuleRecord, 'rule_id' | 'sealed_secrets'>,
): Promise<Secrets> {
  return sealed_secrets === null ? {} : (JSON.parse(await secrets.open(db, sealed_secrets, placeOf(rule_id))) as Secrets);
}

/** @returns null when there are none */
export async function sealSecrets(tx: Tx, { secrets }: Pick<Ports, 'secrets'>, ruleId: string, texts: Secrets): Promise<string | null> {
  return Object.keys(texts).length === 0 ? null : secrets.seal(tx, JSON.stringify(texts), placeOf(ruleId));
}
