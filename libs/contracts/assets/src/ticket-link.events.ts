import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Link = z.object({ asset_id: z.guid(), ticket_id: z.guid(), relationship_type: z.string() });

/** Links belong to their asset: the events carry its version. */
export const ticketLinkEvents = events('assets', {
  linked: { name: 'asset.ticket_linked', version: 1, key: 'asset_id', summary: 'A ticket was linked to an asset', data: Link },
  unlinked: {
    name: 'asset.ticket_unlinked',
    version: 1,
    key: 'asset_id',
    summary: 'A ticket was unlinked from an asset, or deleted',
    data: Link,
  },
});
