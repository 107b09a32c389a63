import { invalidField } from '@psa/contract-kit';
import type { BulkCreateContractLines, BulkDeleteContractLines, BulkUpdateContractLines } from '@psa/contracts-billing';
import type { Db, Tx } from '../../billing-app.ts';
import { createLineIn, deleteLineIn, newLine, updateLineIn } from './contract-line.actions.ts';
import { type ContractLineRecord, lockContractLine } from './contract-line.records.ts';

/** Undoes a transaction whose result is only to be shown. */
class DryRun<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('dry run');
    this.result = result;
  }
}

/** Creates all lines or none. @throws VALIDATION_ERROR, CONFLICT when a name is taken */
export function bulkCreateContractLines(db: Db, { contract_lines, dry_run }: BulkCreateContractLines): Promise<ContractLineRecord[]> {
  return allOrNone(db, dry_run, async (tx) => {
    const rows: ContractLineRecord[] = [];
    for (const [index, input] of contract_lines.entries())
      rows.push(await createLineIn(tx, newLine(input), ['contract_lines', index, 'contract_line_name']));
    return rows;
  });
}

/** Changes all lines or none. @throws VALIDATION_ERROR naming a line that is none, CONFLICT */
export function bulkUpdateContractLines(db: Db, { contract_lines, dry_run }: BulkUpdateContractLines): Promise<ContractLineRecord[]> {
  return allOrNone(db, dry_run, async (tx) => {
    const rows: ContractLineRecord[] = [];
    for (const [index, { contract_line_id, ...changes }] of contract_lines.entries()) {
      await requireLine(tx, contract_line_id, ['contract_lines', index, 'contract_line_id']);
      rows.push(await updateLineIn(tx, contract_line_id, changes, undefined, ['contract_lines', index]));
    }
    return rows;
  });
}

/** Deletes all lines or none. @throws VALIDATION_ERROR naming a line that is none, CONFLICT while one is in use */
export function bulkDeleteContractLines(db: Db, { contract_line_ids, dry_run }: BulkDeleteContractLines): Promise<number> {
  return allOrNone(db, dry_run, async (tx) => {
    for (const [index, id] of contract_line_ids.entries()) {
      await requireLine(tx, id, ['contract_line_ids', index]);
      await deleteLineIn(tx, id, undefined);
    }
    return contract_line_ids.length;
  });
}

/** Does everything in one transaction; a dry run does the same and takes it back. */
async function allOrNone<Result>(db: Db, dryRun: boolean | undefined, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      if (dryRun === true) throw new DryRun(result);
      return result;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result as Result;
    throw error;
  }
}

async function requireLine(tx: Tx, id: string, path: (string | number)[]): Promise<void> {
  if ((await lockContractLine(tx, id)) === undefined)
    throw invalidField(path, 'is not a contract line of this tenant', 'unknown_reference');
}
