import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import { emailService } from '../../apps/email/src/email-service.ts';
import { fakes, testSettings } from '../../apps/email/src/testing/fakes.ts';
import type { ApiClient } from './api-client.ts';
import { seedMail } from './seed-mail.ts';

describe('seeding mail', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(emailService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());

  it('makes mailboxes, templates and suppressions, and only once', async () => {
    const api = service.api(caller());
    const client: Pick<ApiClient, 'create'> = {
      create: async (path, key, body) => {
        const { status, text, body: answer } = await api.post(path, body, { headers: { 'idempotency-key': key } });
        if (status >= 300) throw new Error(text);
        return answer.data as Record<string, unknown>;
      },
    };
    for (let round = 0; round < 2; round++) await seedMail(client as ApiClient);
    const counts = await Promise.all(
      ['providers', 'templates', 'suppressions'].map(async (name) => (await api.get(`/api/v1/email/${name}`)).body.data.length as number),
    );
    expect(counts).toEqual([2, 2, 2]);
  });
});
