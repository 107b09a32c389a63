import { Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Asset } from './asset.schemas.ts';

const relationshipType = z.string().describe('How the ticket concerns the asset');

export const AssetTicketLink = z
  .object({
    tenant: Id.describe('Tenant of the caller'),
    asset_id: Id.describe('The asset'),
    entity_id: Id.describe('The ticket'),
    entity_type: z.literal('ticket').describe('What the asset is linked to'),
    relationship_type: relationshipType,
    notes: z.string().nullable().describe('Remarks on the link'),
    created_by: z.string().describe('User who linked the two'),
    created_at: Timestamp.describe('When they were linked'),
  })
  .meta({ id: 'AssetTicketLink' });
export type AssetTicketLink = z.infer<typeof AssetTicketLink>;

const link = {
  relationship_type: z.string().trim().min(1).max(100).default('affected').describe('How the ticket concerns the asset, in any words'),
  notes: z.string().max(10_000).nullish().describe('Remarks on the link'),
};

export const LinkTicket = z.object({ ticket_id: Id.describe('The ticket'), ...link }).meta({ id: 'LinkTicket' });
export const LinkAsset = z.object({ asset_id: Id.describe('The asset'), ...link }).meta({ id: 'LinkAsset' });

/** A ticket of an asset. What the ticket says is null until its service has told. */
export const AssetTicket = z
  .object({
    ticket_id: Id.describe('The ticket'),
    ticket_number: z.string().nullable().describe('Number of the ticket'),
    title: z.string().nullable().describe('Title'),
    status_id: Id.nullable().describe('Status'),
    status_name: z.string().nullable().describe('Name of the status'),
    is_closed: z.boolean().nullable().describe('Whether the status is a closed one'),
    priority_id: Id.nullable().describe('Priority'),
    assigned_to: Id.nullable().describe('User it is assigned to'),
    client_id: Id.nullable().describe('Client of the ticket'),
    channel_id: Id.nullable().describe('Channel it came in by'),
    board_id: Id.nullable().describe('The same as channel_id'),
    entered_at: Timestamp.nullable().describe('When the ticket was opened'),
    updated_at: Timestamp.nullable().describe('When the ticket was last changed'),
    relationship_type: relationshipType,
    association_notes: z.string().nullable().describe('Remarks on the link'),
    linked_at: Timestamp.describe('When the two were linked'),
  })
  .meta({ id: 'AssetTicket' });
export type AssetTicket = z.infer<typeof AssetTicket>;

export const TicketAsset = Asset.extend({
  relationship_type: relationshipType,
  association_notes: AssetTicket.shape.association_notes,
  linked_at: AssetTicket.shape.linked_at,
}).meta({ id: 'TicketAsset' });
export type TicketAsset = z.infer<typeof TicketAsset>;

const exactType = z.string().max(100).optional().describe('Exact relationship type');

export const AssetTicketQuery = listQuery({
  sort: ['updated_at', 'linked_at', 'entered_at', 'ticket_number', 'title', 'status_name'],
  defaultSort: 'updated_at',
  filters: { is_closed: QueryBoolean.optional().describe('true: only closed tickets; false: only others'), relationship_type: exactType },
});
export type AssetTicketQuery = z.infer<typeof AssetTicketQuery>;

export const TicketAssetQuery = listQuery({
  sort: ['linked_at', 'name', 'asset_tag', 'asset_type', 'status'],
  defaultSort: 'linked_at',
  filters: { relationship_type: exactType },
});
export type TicketAssetQuery = z.infer<typeof TicketAssetQuery>;
