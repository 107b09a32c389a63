import { questions } from '@psa/contract-kit';
import { z } from 'zod';

/** What the assets service answers over NATS. */
export const assetQuestions = questions('assets', {
  countOfClient: {
    summary: 'How many assets a client has, whatever their status',
    ask: z.object({ client_id: z.guid() }),
    answer: z.object({ assets: z.int() }),
  },
});
