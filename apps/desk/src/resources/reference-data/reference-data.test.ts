import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeChannel } from '../../testing/make-ticket.ts';

describe('imports of reference data', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());

  it.each(['channels', 'categories', 'priorities', 'service_categories'])(
    'of %s at the same time take each item over once',
    async (data_type) => {
      const api = service.api(caller());
      const { channel_id } = await makeChannel(api);
      const of = { data_type, ...(data_type === 'categories' && { filters: { channel_id } }) };
      const available = (await api.post('/api/reference-data/available', of)).body.data as { id: string }[];
      const body = { ...of, reference_ids: available.slice(0, 5).map(({ id }) => id) };
      const answers = await Promise.all([1, 2, 3].map(() => api.post('/api/reference-data/import', body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const done = answers.map(
        (answer) => answer.body.data as { imported: { reference_id: string }[]; skipped: unknown[]; total_processed: number },
      );
      const taken = done.flatMap(({ imported }) => imported.map(({ reference_id }) => reference_id));
      expect(new Set(taken).size).toBe(taken.length);
      const items = done[0]?.total_processed ?? 0;
      expect(done.reduce((sum, { skipped }) => sum + skipped.length, 0)).toBe(3 * items - taken.length);
    },
  );
});
