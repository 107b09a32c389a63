import { ApiError } from '@psa/contract-kit';
import {
  contactEvents,
  type ContactImport,
  CreateClient,
  type ImportContacts,
  type ImportFault,
  MAX_IMPORT_ROWS,
} from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import type { UploadedFile } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../clients-app.ts';
import { createClient } from '../client-lifecycle/client.actions.ts';
import { claimEmails } from '../contact/contact-email.records.ts';
import { chooseKind, type OwnType } from '../contact/contact-kind.rules.ts';
import { choosePhoneNumbers } from '../contact/contact-phones.rules.ts';
import { takeContactTypes } from '../contact/contact-type.records.ts';
import { facts } from '../contact/contact.actions.ts';
import { type ContactWrite, insertContacts } from '../contact/contact.records.ts';
import { findClientsByName, findTakenEmails, findTakenIds, type NamedClient } from './contact-import.records.ts';
import { asIssue, columnsOf, readRows, type ReadRow, withoutFaults } from '../import/read-rows.ts';
import { readCsv } from '../import/read-csv.ts';
import { contactImport, type ImportRow } from './contact-import.rules.ts';

/** What an import would do, found out without doing it. */
interface Plan {
  readonly create: readonly ReadRow<ImportRow>[];
  readonly skipped: number;
  /** Names of clients that are not there. */
  readonly newClients: readonly string[];
  readonly clients: ReadonlyMap<string, NamedClient>;
  readonly faults: readonly ImportFault[];
}

/** Rows of one insert: twenty columns each, of the 65,535 values Postgres takes. */
const ROWS = 1_000;

/**
 * Imports contacts, all or none unless rows at fault are to be left out; a dry run says what an import would do.
 * @throws VALIDATION_ERROR naming every fault, CONFLICT when an address was taken by somebody else meanwhile
 */
export async function importContacts(db: Db, file: UploadedFile, options: ImportContacts): Promise<ContactImport> {
  const csv = await readCsv(file.bytes, MAX_IMPORT_ROWS);
  const columns = columnsOf(csv.header, contactImport, options.columns);
  const { read, faults } = readRows(csv, columns, contactImport);
  const isAllOrNone = options.on_error === 'abort';
  const report = (plan: Plan): ContactImport => ({
    dry_run: options.dry_run,
    rows: csv.rows.length,
    created: plan.create.length,
    skipped: plan.skipped,
    created_clients: plan.newClients.length,
    ignored_columns: csv.header.filter((_, index) => columns[index] === undefined),
    errors: plan.faults.toSorted((a, b) => a.row - b.row),
  });
  if (options.dry_run) return report(await planImport(db, read, faults, options));
  return db.transaction(async (tx) => {
    const plan = await planImport(tx, read, faults, options);
    const { errors, ...done } = report(plan);
    if (errors.length > 0 && isAllOrNone)
      throw new ApiError('VALIDATION_ERROR', 'The file has faults: nothing was imported', errors.map(asIssue));
    await carryOut(tx, plan, options);
    return { ...done, errors };
  });
}

async function planImport(
  db: Db,
  read: readonly ReadRow<ImportRow>[],
  faults: readonly ImportFault[],
  options: ImportContacts,
): Promise<Plan> {
  const names = [...new Set(read.flatMap(({ values }) => values.client_name ?? []))];
  const [takenEmails, takenIds, clients] = await Promise.all([
    findTakenEmails(
      db,
      read.map(({ values }) => values.email),
    ),
    findTakenIds(
      db,
      read.flatMap(({ values }) => values.contact_name_id ?? []),
    ),
    findClientsByName(db, names),
  ]);
  const skips = (row: ReadRow<ImportRow>) => options.on_duplicate === 'skip' && takenEmails.has(row.values.email);
  const create = read.filter((row) => !skips(row));
  const found = create.flatMap(({ number: row, values }): ImportFault[] => {
    const { email, contact_name_id, client_name } = values;
    return [
      ...(takenEmails.has(email) ? [{ row, field: 'email', code: 'duplicate', message: 'is the address of a contact that is there' }] : []),
      ...(contact_name_id !== undefined && takenIds.has(contact_name_id)
        ? [{ row, field: 'contact_name_id', code: 'duplicate', message: 'is the id of a contact that is there' }]
        : []),
      ...(client_name !== undefined && !clients.has(client_name) && !options.create_clients
        ? [
            {
              row,
              field: 'client_name',
              code: 'unknown_reference',
              message: 'is not the name of a client; clients can be created with create_clients',
            },
          ]
        : []),
    ];
  });
  const all = [...faults, ...found];
  const isAborted = all.length > 0 && options.on_error === 'abort';
  const creatable = isAborted ? [] : withoutFaults(create, all);
  const wanted = creatable.flatMap(({ values }) => values.client_name ?? []);
  const unknown = new Map(wanted.filter((name) => !clients.has(name)).map((name) => [name.toLowerCase(), name]));
  return { create: creatable, skipped: read.length - create.length, newClients: [...unknown.values()], clients, faults: all };
}

async function carryOut(tx: Tx, plan: Plan, { billing_cycle }: ImportContacts): Promise<void> {
  const clients = new Map([...plan.clients].map(([name, client]) => [name.toLowerCase(), client]));
  for (const client_name of plan.newClients) {
    const { client_id } = await createClient(tx, CreateClient.parse({ client_name, billing_cycle }));
    clients.set(client_name.toLowerCase(), { client_id, country_code: null });
  }
  const labels = plan.create.flatMap(({ values: { default_phone_type: type } }) => type?.custom_type ?? []);
  const types = await takeContactTypes(tx, 'phone', { labels, ids: [] });
  const contacts = plan.create.map(({ values }) => asContact(values, clients.get(values.client_name?.toLowerCase() ?? ''), types));
  for (let from = 0; from < contacts.length; from += ROWS) {
    const rows = await insertContacts(tx, contacts.slice(from, from + ROWS));
    for (const row of rows) emit(tx, contactEvents.created, facts(row), row.version);
  }
  const taken = await claimEmails(
    tx,
    contacts.map(({ email, contact_name_id }) => ({ email, contact_name_id })),
  );
  if (taken.length > 0)
    throw new ApiError('CONFLICT', 'Contacts with addresses of the file were made meanwhile: nothing was imported', taken.slice(0, 100));
}

function asContact(
  { default_phone_number, default_phone_type, ...values }: ImportRow,
  client: NamedClient | undefined,
  types: readonly OwnType[],
): ContactWrite {
  const { client_name: _, contact_name_id = uuidv7(), created_at, ...plain } = values;
  const kind = chooseKind({ canonical: default_phone_type?.canonical_type, label: default_phone_type?.custom_type }, types, {
    canonical: [],
    label: [],
    id: [],
  });
  const numbers = default_phone_number === undefined ? [] : [{ phone_number: default_phone_number }];
  return {
    ...plain,
    contact_name_id,
    client_id: client?.client_id ?? null,
    role: plain.role ?? null,
    notes: plain.notes ?? null,
    primary_email_canonical_type: 'work',
    additional_email_addresses: [],
    phone_numbers: choosePhoneNumbers(numbers, [], { country: client?.country_code ?? null, kinds: [kind], newId: uuidv7 }),
    ...(created_at === undefined ? {} : { created_at }),
  };
}
