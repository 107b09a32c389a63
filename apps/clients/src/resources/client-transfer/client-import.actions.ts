import { ApiError, isRefusal, type Issue } from '@psa/contract-kit';
import {
  type ClientImport,
  CreateClient,
  CreateClientLocation,
  type ImportClients,
  type ImportFault,
  MAX_CLIENT_IMPORT_ROWS,
} from '@psa/contracts-clients';
import type { UploadedFile } from '@psa/http-kit';
import { ExternalIds } from '@psa/postgres-kit';
import type { Db, Tx } from '../../clients-app.ts';
import { createClient, updateClient } from '../client-lifecycle/client.actions.ts';
import { createLocation } from '../client-location/client-location.actions.ts';
import { findClientsByName } from '../contact-transfer/contact-import.records.ts';
import { readCsv } from '../import/read-csv.ts';
import { asIssue, columnsOf, readRows, type ReadRow, withoutFaults } from '../import/read-rows.ts';
import { type ClientImportRow, clientImport, clientMembers, externalIdOf, locationMembers } from './client-import.rules.ts';

type Row = ReadRow<ClientImportRow>;
type Outcome = 'created' | 'updated' | 'skipped';

const externalIds = new ExternalIds('clients');

/**
 * Imports clients row by row, each with its address and external id or not at all; a dry run says what an import would do.
 * @throws VALIDATION_ERROR naming every fault that the file shows, unless rows at fault are to be left out
 */
export async function importClients(db: Db, file: UploadedFile, options: ImportClients): Promise<ClientImport> {
  const csv = await readCsv(file.bytes, MAX_CLIENT_IMPORT_ROWS);
  const columns = columnsOf(csv.header, clientImport, options.columns);
  const { read, faults } = readRows(csv, columns, clientImport);
  const known = await findKnown(db, read);
  const found = options.on_duplicate === 'error' ? read.filter(({ number }) => known.has(number)).map(asDuplicate) : [];
  const errors = [...faults, ...found];
  if (errors.length > 0 && options.on_error === 'abort' && !options.dry_run)
    throw new ApiError('VALIDATION_ERROR', 'The file has faults: nothing was imported', errors.toSorted(byRow).map(asIssue));
  const isAborted = errors.length > 0 && options.on_error === 'abort';
  const counts: Record<Outcome, number> = { created: 0, updated: 0, skipped: 0 };
  for (const row of isAborted ? [] : withoutFaults(read, errors)) {
    const clientId = known.get(row.number);
    const outcome = clientId === undefined ? 'created' : options.on_duplicate === 'skip' ? 'skipped' : 'updated';
    try {
      if (!options.dry_run && outcome !== 'skipped') await store(db, row.values, clientId, options);
      counts[outcome]++;
    } catch (error) {
      errors.push(faultOf(row, error));
    }
  }
  return {
    dry_run: options.dry_run,
    rows: csv.rows.length,
    ...counts,
    ignored_columns: csv.header.filter((_, index) => columns[index] === undefined),
    errors: errors.toSorted(byRow),
  };
}

/** Clients that rows are of already, by the number of the row: by external id, or else by name. */
async function findKnown(db: Db, rows: readonly Row[]): Promise<Map<number, string>> {
  const byName = await findClientsByName(db, [...new Set(rows.map(({ values }) => values.client_name))]);
  const known = new Map<number, string>();
  for (const { number, values } of rows) {
    const externalId = externalIdOf(values);
    const clientId = (externalId && (await externalIds.find(db, externalId))) ?? byName.get(values.client_name)?.client_id;
    if (clientId !== undefined) known.set(number, clientId);
  }
  return known;
}

function store(db: Db, row: ClientImportRow, known: string | undefined, { billing_cycle }: ImportClients): Promise<void> {
  return db.commitNow(async (tx) => {
    const clientId = known ?? (await createClient(tx, CreateClient.parse({ billing_cycle, ...clientMembers(row) }))).client_id;
    if (known === undefined) await addLocation(tx, clientId, row);
    else await updateClient(tx, clientId, clientMembers(row));
    const externalId = externalIdOf(row);
    if (externalId !== undefined) await externalIds.add(tx, clientId, [externalId], 'external_id');
  });
}

async function addLocation(tx: Tx, clientId: string, row: ClientImportRow): Promise<void> {
  const members = locationMembers(row);
  if (members !== undefined) await createLocation(tx, clientId, CreateClientLocation.parse({ ...members, is_billing_address: true }));
}

function asDuplicate({ number }: Row): ImportFault {
  return {
    row: number,
    field: 'client_name',
    code: 'duplicate',
    message: 'is a client that is there: use on_duplicate to skip or update it',
  };
}

/** @throws whatever is no fault of the row */
function faultOf({ number }: Row, error: unknown): ImportFault {
  if (!isRefusal(error)) throw error;
  const [issue] = Array.isArray(error.details) ? (error.details as Issue[]) : [];
  return { row: number, field: String(issue?.path[0] ?? ''), code: issue?.code ?? 'refused', message: issue?.message ?? error.message };
}

const byRow = (a: ImportFault, b: ImportFault) => a.row - b.row;
