import type { InterestedTenant, InterestQuery } from '../subscription.ts';

/** A query that finds the given tenants interested. */
export const foundInterest = (interested: readonly InterestedTenant[]): InterestQuery => ({
  text: 'select consumer, tenant, part from jsonb_to_recordset($1::text::jsonb) as found (consumer text, tenant text, part text)',
  values: [JSON.stringify(interested)],
  read: ({ consumer, tenant, part }: InterestedTenant & { part: string | null }) => ({ consumer, tenant, ...(part !== null && { part }) }),
});
