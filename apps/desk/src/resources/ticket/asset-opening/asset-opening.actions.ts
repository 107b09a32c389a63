import { type ApiError, invalidField, notFound } from '@psa/contract-kit';
import type { CreateTicketFromAsset } from '@psa/contracts-desk';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../../desk-app.ts';
import { withAssetLink } from '../../outside-step/outside-step.actions.ts';
import { holdSettings, openTicket, prepareTicket } from '../ticket.actions.ts';

function refusal(outcome: 'unknown_asset' | 'other_client'): ApiError {
  if (outcome === 'unknown_asset') return notFound('Asset');
  return invalidField('client_id', 'is not the client of the asset', 'foreign_reference');
}

/**
 * Opens a ticket for an asset and links the two: both or neither.
 * @returns id of the ticket @throws NOT_FOUND for the asset, VALIDATION_ERROR, CONFLICT, SERVICE_UNAVAILABLE
 */
export async function openForAsset(db: Db, ports: Ports, { asset_id, ...body }: CreateTicketFromAsset): Promise<string> {
  const asset = await ports.assets.find(db.context, asset_id);
  if (asset === null) throw refusal('unknown_asset');
  const { client_id } = body;
  if (asset.client_id !== client_id) throw refusal('other_client');
  const ticket_id = uuidv7();
  const [input, opening] = [
    { ...body, source: 'asset' },
    { asset_id, ticket_id },
  ];
  await prepareTicket(db, ports, input);
  await withAssetLink(db, ports, { asset_id, client_id, ticket_id }, refusal, {
    check: (tx) => holdSettings(tx, input, opening),
    write: (tx) => openTicket(tx, input, opening),
  });
  return ticket_id;
}
