import { ApiError } from '@psa/contract-kit';
import type { UpdateRule } from '@psa/contracts-automation';
import type { Db, Ports } from '../../automation-app.ts';
import { servicesOf } from '../action/entity-actions.ts';
import { findRule } from '../rule/rule.records.ts';
import { inOrder } from '../rule/rule.rules.ts';

type Actions = Parameters<typeof servicesOf>[0];

/**
 * Before a rule becomes active: every service its actions need must be there. Called outside of transactions.
 * @throws VALIDATION_ERROR naming the actions that could not run
 */
export async function assertActionServices({ entities }: Pick<Ports, 'entities'>, actions: Actions): Promise<void> {
  const needed = servicesOf(actions);
  const names = [...new Set(needed.map(({ service }) => service))];
  const available = await Promise.all(names.map((name) => entities.takesCommands(name)));
  const absent = new Set(names.filter((_, index) => !available[index]));
  const issues = needed
    .filter(({ service }) => absent.has(service))
    .map(({ index, service }) => ({
      code: 'service_unavailable',
      path: ['actions', index, 'type'],
      message: `needs the ${service} service, which is not running: the rule cannot be active`,
    }));
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
}

/** The same for a change of a rule: only one that activates it, or gives other actions to an active rule, needs the services. */
export async function assertActionServicesAfter(
  db: Db,
  ports: Pick<Ports, 'entities'>,
  ruleId: string,
  input: Pick<UpdateRule, 'status' | 'actions'>,
): Promise<void> {
  if (input.status !== 'active' && input.actions === undefined) return;
  const rule = await findRule(db, ruleId);
  if (rule === undefined || (input.status ?? rule.status) !== 'active') return;
  if (rule.status === 'active' && input.actions === undefined) return;
  await assertActionServices(ports, input.actions === undefined ? rule.actions : inOrder(input.actions));
}
