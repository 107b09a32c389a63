import type { Db, Ports } from '../../desk-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { requireContact } from '../../replicas/contact-replica.ts';
import { requireAssignee } from '../../replicas/user-replica.ts';

interface References {
  readonly client_id?: string | undefined;
  readonly contact_name_id?: string | null | undefined;
  readonly assigned_to?: string | null | undefined;
}

/**
 * Checks what a project refers to in other services, as far as the caller sets it. To be called before the transaction: a service
 * may have to be asked.
 * @param known the project as it is
 * @throws VALIDATION_ERROR naming the member at fault
 */
export async function requireReferences(db: Db, ports: Ports, change: References, known: References = {}): Promise<void> {
  if (change.client_id !== undefined && change.client_id !== known.client_id) await requireClient(db, ports, change.client_id);
  const clientId = change.client_id ?? known.client_id;
  const contactId = change.contact_name_id === undefined ? known.contact_name_id : change.contact_name_id;
  const contactConcerned = contactId !== known.contact_name_id || clientId !== known.client_id;
  if (contactId && clientId !== undefined && contactConcerned) await requireContact(db, ports, contactId, clientId);
  if (change.assigned_to && change.assigned_to !== known.assigned_to) await requireAssignee(db, ports, change.assigned_to);
}
