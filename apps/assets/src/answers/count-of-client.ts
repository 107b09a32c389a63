import { assetQuestions } from '@psa/contracts-assets';
import { answeringFromTenant } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import type { Tables } from '../tables.ts';

/** Asked before a client is deleted. */
export const countOfClient = answeringFromTenant<typeof assetQuestions.countOfClient, Tables, Ports>(
  assetQuestions.countOfClient,
  async ({ client_id }, db) => db.selectFrom('assets').select((eb) => eb.fn.countAll<number>().as('assets')).where('client_id', '=', client_id).executeTakeFirstOrThrow(),
);
