import type { Db } from '../../billing-app.ts';

export interface CreditBalance {
  client_id: string;
  currency_code: string;
  /** By the journal. */
  expected: number;
  /** By what is left of the credits. */
  actual: number;
}

const BALANCES = `select client_id, currency_code, sum(expected)::bigint as expected, sum(actual)::bigint as actual from (
    select client_id, currency_code, -amount as expected, 0 as actual from journal_transfers where tenant = $1 and debit_account = 'client_credit'
    union all
    select credit_client_id, currency_code, amount, 0 from journal_transfers where tenant = $1 and credit_account = 'client_credit'
    union all
    select client_id, currency_code, 0, remaining_amount from credits where tenant = $1
  ) sides where $2::uuid is null or client_id = $2 group by client_id, currency_code order by client_id, currency_code`;

/** Credit of a client, or of all, by currency, from both sides. */
export async function creditBalances(db: Db, clientId?: string): Promise<CreditBalance[]> {
  const { rows } = await db.execute<CreditBalance>({ text: BALANCES, name: 'psa_billing_credit_balances' }, [db.tenant, clientId ?? null]);
  return [...rows];
}
