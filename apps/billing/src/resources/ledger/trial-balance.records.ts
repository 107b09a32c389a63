import type { TrialBalance } from '@psa/contracts-billing';
import type { Db } from '../../billing-app.ts';

type AccountRow = TrialBalance['accounts'][number];

const TRIAL_BALANCE = `select account, currency_code, sum(debit)::bigint as debit, sum(credit)::bigint as credit, sum(debit - credit)::bigint as balance
  from (
    select debit_account as account, currency_code, amount as debit, 0 as credit, client_id from journal_transfers where tenant = $1 and occurred_on <= $2::date
    union all
    select credit_account, currency_code, 0, amount, credit_client_id from journal_transfers where tenant = $1 and occurred_on <= $2::date
  ) sides where $3::uuid is null or client_id = $3 group by account, currency_code order by currency_code, account`;

/** Every account at the end of a day. @param clientId only this client's side of each */
export async function trialBalance(db: Db, day: string, clientId: string | undefined): Promise<AccountRow[]> {
  const { rows } = await db.execute<AccountRow>({ text: TRIAL_BALANCE, name: 'psa_billing_trial_balance' }, [
    db.tenant,
    day,
    clientId ?? null,
  ]);
  return [...rows];
}
