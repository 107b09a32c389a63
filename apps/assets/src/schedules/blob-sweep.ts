import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../assets-app.ts';
import type { Tables } from '../tables.ts';

/** Removes the bytes of deleted documents, and of uploads that were never finished. */
export const blobSweep: Schedule<Ports, Tables> = {
  name: 'blob-sweep',
  cron: '*/10 * * * *',
  async run({ workerDatabase, ports }) {
    await ports.documents.sweep(workerDatabase);
  },
};
