import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** Software belongs to its asset: the event carries its version. */
export const softwareEvents = events('assets', {
  changed: {
    name: 'asset.software_changed',
    version: 1,
    key: 'asset_id',
    summary: 'Software of an asset was installed, updated or removed',
    data: z.object({ asset_id: z.guid(), added: z.int(), changed: z.int(), removed: z.int() }),
  },
});
