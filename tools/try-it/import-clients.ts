import { Psa } from '@psa/sdk';
import { ContractLog } from './contract-log.ts';
import { batchItems, FILE_COLUMNS, fileOf, sourceOf } from './messy-clients.ts';

/** What an import was answered with, as far as it is looked at. */
export interface ImportReport {
  readonly file: {
    readonly created: number;
    readonly skipped: number;
    readonly faults: readonly (readonly [row: number, field: string])[];
  };
  readonly batch: { readonly created: number; readonly updated: number; readonly failed: number };
  /** Of the refused items of the batches, in their order: the code, and the row that stands in the way. */
  readonly refusals: readonly { readonly externalId: string; readonly code: string; readonly existingId: string | undefined }[];
}

/** What this process tells the one that started it. */
export type ImportMessage =
  | { readonly type: 'sending'; readonly what: string }
  | { readonly type: 'counted'; readonly requests: number; readonly violations: readonly string[] }
  | { readonly type: 'done'; readonly report: ImportReport };

/** Small, so that there is a middle to be killed in. */
const BATCH_SIZE = 5;

/**
 * Imports the clients of a run, as the nightly job of another system does: a program that may be killed at any time and is then started
 * again. Rows and items are found again by their external ids.
 */
async function importClients(baseUrl: string, apiKey: string, run: string): Promise<ImportReport> {
  const log = new ContractLog();
  const psa = new Psa({ baseUrl, apiKey, fetch: log.fetch });
  const counted = () => tell({ type: 'counted', ...log.take() });
  tell({ type: 'sending', what: 'file' });
  const file = await psa.upload('/api/v1/clients/import', {
    file: new Blob([fileOf(run)], { type: 'text/csv' }),
    filename: 'Kunden Übersicht.csv',
    fields: { on_error: 'skip', on_duplicate: 'skip', columns: JSON.stringify(FILE_COLUMNS) },
  });
  counted();
  const batch = { created: 0, updated: 0, failed: 0 };
  const refusals: ImportReport['refusals'][number][] = [];
  const items = batchItems(run);
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    tell({ type: 'sending', what: `batch ${from / BATCH_SIZE}` });
    const part = items.slice(from, from + BATCH_SIZE);
    const done = await psa.post('/api/v1/clients/batch', {
      body: {
        items: part.map(({ externalId, data }) => ({
          operation: 'upsert' as const,
          external_id: { source: sourceOf(run), id: externalId },
          data,
        })),
      },
    });
    counted();
    batch.created += done.created;
    batch.updated += done.updated;
    batch.failed += done.failed;
    for (const { index, error } of done.results)
      if (error !== null) refusals.push({ externalId: part[index]!.externalId, code: error.code, existingId: existingIdOf(error.details) });
  }
  return {
    file: { created: file.created, skipped: file.skipped, faults: file.errors.map(({ row, field }) => [row, field] as const) },
    batch,
    refusals,
  };
}

function existingIdOf(details: unknown): string | undefined {
  const issues = Array.isArray(details) ? (details as { existing_id?: string | null }[]) : [];
  return issues.find(({ existing_id }) => typeof existing_id === 'string')?.existing_id ?? undefined;
}

function tell(message: ImportMessage): void {
  process.send?.(message);
}

const [baseUrl, run] = process.argv.slice(2);
const apiKey = process.env['PSA_API_KEY'];
if (baseUrl === undefined || run === undefined || apiKey === undefined)
  throw new Error('usage: PSA_API_KEY=… import-clients.ts <address> <run>');
tell({ type: 'done', report: await importClients(baseUrl, apiKey, run) });
process.disconnect();
