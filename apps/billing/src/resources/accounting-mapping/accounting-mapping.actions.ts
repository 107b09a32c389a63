import { conflict } from '@psa/contract-kit';
import { accountingConnectionEvents, type AccountingMappingResult, type MapAccounts, type MapTaxCodes } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import type { Db, Ports } from '../../billing-app.ts';
import { callProvider, toApiError } from '../accounting-connection/access-token.actions.ts';
import { lockConnection, raiseVersion } from '../accounting-connection/accounting-connection.records.ts';
import { factsOf } from '../accounting-connection/accounting-connection.view.ts';
import { findMappings, writeMappings } from './accounting-mapping.records.ts';
import { planMappings, type WantedMapping } from './accounting-mapping.rules.ts';
import type { AccountingMappingRow } from './accounting-mapping.tables.ts';

/** Mappings of one entity of one company; they are read as a whole when they are written. */
const MAX_MAPPINGS = 500;

const sources = {
  account: { entity: 'Account', field: 'qbo_account_id', noun: 'account' },
  tax_code: { entity: 'TaxCode', field: 'qbo_tax_code_id', noun: 'tax code' },
} as const;

/** @throws CONFLICT when no company is connected, or there are too many mappings; BAD_GATEWAY */
export function mapAccounts(db: Db, ports: Ports, { mappings, replace_existing }: MapAccounts): Promise<AccountingMappingResult> {
  const wanted = mappings.map(({ account_type, local_account_name: local_key, qbo_account_id: external_id, is_default }) => ({
    account_type,
    local_key,
    external_id,
    is_default,
  }));
  return storeMappings(db, ports, 'account', wanted, replace_existing);
}

/** @throws CONFLICT when no company is connected, or there are too many mappings; BAD_GATEWAY */
export function mapTaxCodes(db: Db, ports: Ports, { mappings, replace_existing }: MapTaxCodes): Promise<AccountingMappingResult> {
  const wanted = mappings.map(({ local_tax_region: local_key, qbo_tax_code_id: external_id, is_default }) => ({
    account_type: null,
    local_key,
    external_id,
    is_default,
  }));
  return storeMappings(db, ports, 'tax_code', wanted, replace_existing);
}

async function storeMappings(
  db: Db,
  ports: Ports,
  entity: AccountingMappingRow['entity'],
  wanted: readonly WantedMapping[],
  replace: boolean,
): Promise<AccountingMappingResult> {
  const source = sources[entity];
  const ids = [...new Set(wanted.map(({ external_id }) => external_id))];
  const { realmId, active } = await callProvider(db, ports, async (session) => ({
    realmId: session.realmId,
    active: await ports.accounting.quickbooks.findActiveIds(session, source.entity, ids),
  })).catch(toApiError);
  const errors = wanted.flatMap(({ external_id }, index) => {
    const message = `QuickBooks has no active ${source.noun} ${external_id}: choose another, or activate it in QuickBooks`;
    return active.has(external_id) ? [] : [{ index, field: source.field, message }];
  });
  if (errors.length > 0) return { created: 0, errors };

  return db.transaction(async (tx) => {
    const connection = await lockConnection(tx);
    if (connection === undefined || connection.sealed_tokens === null || connection.realm_id !== realmId)
      throw conflict('The company was disconnected meanwhile', { reason: 'not_connected' });
    const scope = { realm_id: realmId, entity };
    const existing = await findMappings(tx, scope);
    const plan = planMappings(existing, wanted, replace);
    const known = new Set(existing.map(({ local_key }) => local_key));
    const added = plan.upserts.filter(({ local_key }) => !known.has(local_key)).length;
    if (existing.length + added - plan.deletions.length > MAX_MAPPINGS)
      throw conflict(`A company has at most ${MAX_MAPPINGS} mappings: replace some of them`, { reason: 'too_many_mappings' });
    if (plan.upserts.length + plan.deletions.length === 0) return { created: 0, errors: [] };
    const [version] = await Promise.all([raiseVersion(tx), writeMappings(tx, scope, plan)]);
    emit(tx, accountingConnectionEvents.mapped, { ...factsOf(connection), entity, mappings: plan.upserts.length }, version);
    return { created: plan.upserts.length, errors: [] };
  });
}
