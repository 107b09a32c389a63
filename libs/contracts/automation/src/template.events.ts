import { events } from '@psa/contract-kit';
import { z } from 'zod';

export const templateEvents = events('automation', {
  created: {
    name: 'automation.template.created',
    version: 1,
    key: 'template_id',
    summary: 'An automation template was made of a rule',
    data: z.object({ template_id: z.guid(), name: z.string(), category: z.string() }),
  },
});
