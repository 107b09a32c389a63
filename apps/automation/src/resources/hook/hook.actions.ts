import { conflict, notFound } from '@psa/contract-kit';
import type { HookSecret } from '@psa/contracts-automation';
import { demandPermissions, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { findRule } from '../rule/rule.records.ts';
import { parseTrigger, permissionsOf } from '../rule/rule.rules.ts';
import { hookUrl } from '../rule/rule.view.ts';
import { makeSigningSecret } from '../webhook/signature.ts';
import { deleteHookRow, findHookOfRule, formerPlace, insertHook, secretPlace, updateHookSecrets } from './hook.records.ts';

const OVERLAP_HOURS = 24;

/** Gives a rule its public address. Nobody knows its secret until it is asked for. */
export async function ensureHook(tx: Tx, { secrets }: Pick<Ports, 'secrets'>, ruleId: string): Promise<void> {
  if ((await findHookOfRule(tx, ruleId)) !== undefined) return;
  const hook_id = uuidv7();
  await insertHook(tx, { hook_id, rule_id: ruleId, sealed_secret: await secrets.seal(tx, makeSigningSecret(), secretPlace(hook_id)) });
}

/** Takes the public address from a rule that is started otherwise. */
export function deleteHook(tx: Tx, ruleId: string): Promise<void> {
  return deleteHookRow(tx, ruleId);
}

/**
 * Gives a public address a new secret and shows it; the former one is good for another day.
 * @throws NOT_FOUND, CONFLICT when the rule has no public address, FORBIDDEN for who may not do what the rule does: the secret starts it
 */
export function rotateHookSecret(
  db: Db,
  { secrets, publicUrl, offered }: Pick<Ports, 'secrets' | 'publicUrl' | 'offered'>,
  principal: Principal,
  ruleId: string,
): Promise<z.infer<typeof HookSecret>> {
  return db.transaction(async (tx) => {
    const rule = await findRule(tx, ruleId);
    if (rule === undefined) throw notFound('Rule');
    const trigger = parseTrigger(rule.trigger_type, rule.trigger_config);
    demandPermissions(principal, permissionsOf({ trigger, actions: rule.actions }, offered.events));
    const hook = await findHookOfRule(tx, ruleId, true);
    if (hook === undefined) throw conflict('The rule is not started by a webhook');
    const { hook_id } = hook;
    const secret = makeSigningSecret();
    const former = await secrets.open(tx, hook.sealed_secret, secretPlace(hook_id));
    await updateHookSecrets(tx, hook_id, {
      sealed_secret: await secrets.seal(tx, secret, secretPlace(hook_id)),
      sealed_former_secret: await secrets.seal(tx, former, formerPlace(hook_id)),
      former_until: new Date(Date.now() + OVERLAP_HOURS * 3_600_000).toISOString(),
    });
    return { hook_id, url: hookUrl(publicUrl, rule, hook_id), secret };
  });
}
