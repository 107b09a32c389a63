import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import type { Tables } from '../tables.ts';

/** Removes the bytes of mail that is no longer kept, and of what was staged and never kept. */
export const blobSweep: Schedule<Ports, Tables> = {
  name: 'blob-sweep',
  cron: '*/10 * * * *',
  async run({ workerDatabase, ports }) {
    await ports.blobs.sweep(workerDatabase);
  },
};
