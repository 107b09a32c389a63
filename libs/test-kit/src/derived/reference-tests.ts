import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Route } from '@psa/contract-kit';
import { z } from 'zod';
import { UNKNOWN } from '../outside-ports.ts';
import { type Arrange, sendRoute } from './fixture.ts';

/** Members that may name what is not there, by route, and why. */
const UNCHECKED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  recordMaintenance: {
    performed_by: 'may be somebody who is no user: a supplier, or a person who has left',
    schedule_id: 'may be gone by the time the work is recorded',
  },
  bulkCredits: { target_client_id: 'is read only when credits are transferred' },
  checkFeatureAccess: { user_id: 'is what is asked about: the answer says that there is no such user' },
  checkPermissions: { user_id: 'is what is asked about: the answer says that there is no such user' },
  createClient: { invoice_template_id: 'is looked up when an invoice is rendered: the default template stands in for one that is gone' },
  updateClient: { invoice_template_id: 'as when a client is created' },
  createContractLine: { location_id: 'belongs to a client, and a line to none: it is looked up when the line is billed' },
  updateContractLine: { location_id: 'as when a line is created' },
  createTag: { channel_id: 'is ignored: a tag belongs to what it is on' },
  createTicketComment: { last_seen_comment_id: 'asks whether somebody has answered since: any other id means yes' },
  createTimeTemplate: { work_item_id: 'is checked when time is logged by the template' },
  createWorkflowTask: {
    event_id: 'is an entry of the history, which may have been archived',
    tenant_task_definition_id: 'is a definition that another system keeps',
  },
  executeRule: { automation_rule_id: 'is ignored: the path names the rule' },
  mergeTickets: { status_id: 'is used if it belongs to the channel of a source' },
  runReconciliation: { client_id: 'is a filter' },
  searchTeams: { manager_id: 'is a filter' },
  transferCredit: { user_id: 'is ignored: the caller is noted' },
  validateCredit: { client_id: 'is a filter' },
};

/** Members that are older names of others, which refusals name. */
const CALLED: Readonly<Record<string, string>> = { board_id: 'channel_id' };

/** Exceptions for members a route does not have, which a later change left behind. */
function staleExceptions(route: Route): string[] {
  const shape = route.body instanceof z.ZodObject ? route.body.shape : {};
  return Object.keys(UNCHECKED[route.name] ?? {}).filter((name) => !(name in shape));
}

/** Members of a body that refer to one row of the product. */
function references(route: Route): string[] {
  if (!(route.body instanceof z.ZodObject) || route.bodyKind === 'multipart') return [];
  return Object.entries(route.body.shape)
    .filter(([name, schema]) => /(?:_id|_by|^assigned_to)$/.test(name) && takesOnlyIds(schema as z.ZodType))
    .map(([name]) => name)
    .filter((name) => UNCHECKED[route.name]?.[name] === undefined);
}

function takesOnlyIds(schema: z.ZodType): boolean {
  return schema.safeParse(randomUUID()).success && !schema.safeParse('not-a-uuid').success;
}

/** What a body refers to is there, or it is refused and named. A conflict may come first. */
export function referenceTests(route: Route, arrange: Arrange): void {
  const stale = staleExceptions(route);
  if (stale.length > 0) throw new Error(`${route.name} has no ${stale.join(', ')} that reference tests could leave out`);
  for (const member of references(route)) {
    it(`refuses a ${member} that is unknown`, async () => {
      const { world, request } = await arrange.fresh();
      const body = { ...(request.body as object), [member]: `${UNKNOWN}${randomUUID().slice(UNKNOWN.length)}` };
      const { status, text } = await sendRoute(world.api, route, request, { body });
      const isRefused = status === 404 || status === 409 || (status === 400 && text.includes(CALLED[member] ?? member));
      expect({ isRefused, status, text }).toMatchObject({ isRefused: true });
    });
  }
}
