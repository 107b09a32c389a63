import { invalidField } from '@psa/contract-kit';
import { clientTagRpc } from '@psa/contracts-clients';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Db, Ports } from '../clients-app.ts';
import { updateClient } from '../resources/client-lifecycle/client.actions.ts';
import { lockClient } from '../resources/client/client.records.ts';
import { updateContact } from '../resources/contact/contact.actions.ts';
import { lockContact } from '../resources/contact/contact.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by the service that keeps the tags of all entities; the rows here stay what clients and contacts are shown with and found by. */
export const changeTags = tenantRpcHandler<typeof clientTagRpc.changeTags, Tables, Ports>(
  clientTagRpc.changeTags,
  async ({ entity_type, entity_id, add, remove, max_tags }, db: Db) =>
    db.transaction(async (tx) => {
      const row = entity_type === 'client' ? await lockClient(tx, entity_id) : await lockContact(tx, entity_id);
      if (row === undefined) return { tagged: null };
      const tags = [...new Set([...row.tags.filter((tag) => !remove.includes(tag)), ...add])];
      if (tags.length > Math.max(max_tags, row.tags.length)) throw invalidField('tags', `are ${max_tags} at most`, 'too_big');
      const { version } =
        entity_type === 'client' ? await updateClient(tx, entity_id, { tags }) : await updateContact(tx, entity_id, { tags });
      return { tagged: { tags, version } };
    }),
);
