import { notFound } from '@psa/contract-kit';
import { type BulkStatusResult, ruleRoutes, type RuleStatus } from '@psa/contracts-automation';
import { type Principal, versioned } from '@psa/http-kit';
import { checkThenWrite } from '@psa/postgres-kit';
import type { z } from 'zod';
import { type Db, handlers, type Ports } from '../../automation-app.ts';
import { rotateHookSecret } from '../hook/hook.actions.ts';
import { assertActionServices, assertActionServicesAfter } from './action-services.references.ts';
import { createRule, deleteRule, setRuleStatus, updateRule } from './rule.actions.ts';
import { listRules } from '../rule/rule.list.ts';
import { findRule } from '../rule/rule.records.ts';
import { ruleStatistics } from '../rule/rule-statistics.records.ts';
import { inOrder } from '../rule/rule.rules.ts';
import { rulePath, toRule } from '../rule/rule.view.ts';

export const ruleHandlers = handlers(ruleRoutes, {
  listRules: async ({ db, ports, query }) => {
    const { rows, pagination } = await listRules(db, query);
    return { data: rows.map((row) => toRule(row, ports.publicUrl)), pagination };
  },

  createRule: async ({ db, ports, principal, body }) => {
    if (body.status === 'active') await assertActionServices(ports, inOrder(body.actions));
    const row = await createRule(db, ports, principal, body);
    return versioned({ data: toRule(row, ports.publicUrl) }, row.version, rulePath(row.rule_id));
  },

  bulkSetRuleStatus: async ({ db, ports, principal, body }) => ({ data: await setStatuses(db, ports, principal, body.ids, body.status) }),
  bulkSetRuleStatusOfRules: async ({ db, ports, principal, body }) => ({
    data: await setStatuses(db, ports, principal, body.ids, body.status),
  }),

  getRule: async ({ db, ports, params }) => {
    const [row, execution_statistics] = await Promise.all([findRule(db, params.id), ruleStatistics(db, params.id)]);
    if (row === undefined) throw notFound('Rule');
    return versioned({ data: { ...toRule(row, ports.publicUrl), execution_statistics } }, row.version);
  },

  updateRule: async ({ db, ports, principal, params, body, ifMatch }) => {
    await assertActionServicesAfter(db, ports, params.id, body);
    const row = await updateRule(db, ports, principal, params.id, body, ifMatch);
    return versioned({ data: toRule(row, ports.publicUrl) }, row.version);
  },

  deleteRule: ({ db, params, ifMatch }) => deleteRule(db, params.id, ifMatch),

  rotateHookSecret: async ({ db, ports, principal, params }) => ({ data: await rotateHookSecret(db, ports, principal, params.id) }),
});

/** Sets the status of several rules; each succeeds or fails on its own. */
async function setStatuses(
  db: Db,
  ports: Ports,
  principal: Principal,
  ids: readonly string[],
  status: RuleStatus,
): Promise<z.infer<typeof BulkStatusResult>> {
  const outcomes = await checkThenWrite(
    ids,
    async (id) => {
      await assertActionServicesAfter(db, ports, id, { status });
      return id;
    },
    (id) => setRuleStatus(db, ports, principal, id, status),
  );
  const errors = outcomes.flatMap((outcome, index) => ('refusal' in outcome ? [`${ids[index]}: ${outcome.refusal.message}`] : []));
  const updated = ids.length - errors.length;
  return {
    action: 'bulk_status_update',
    status,
    rule_ids: [...ids],
    updated,
    errors,
    message: `${updated} of ${ids.length} rules updated`,
  };
}
