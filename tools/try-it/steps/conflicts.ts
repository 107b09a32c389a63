import assert from 'node:assert/strict';
import { expectError } from '../expect-error.ts';
import type { TrialStep } from '../trial.ts';

/** Two who change the same client, and two who create it. */
export const conflicts: TrialStep = {
  title: 'Lose no update and create no duplicate',
  async run({ psa, run }) {
    const mine = await psa.call('post', '/api/v1/clients', { body: { client_name: `Conflict ${run}`, billing_cycle: 'monthly' } });
    const { client_id: id } = mine.data;
    assert(mine.etag, 'a client that was created has no ETag');
    const theirs = await psa.call('put', '/api/v1/clients/{id}', { path: { id }, ifMatch: mine.etag, body: { notes: 'theirs' } });
    const change = (ifMatch: string | undefined) =>
      psa.call('put', '/api/v1/clients/{id}', { path: { id }, ...(ifMatch !== undefined && { ifMatch }), body: { notes: 'mine' } });
    const refused = await expectError(change(mine.etag), 412, 'PRECONDITION_FAILED');
    const current = await psa.call('get', '/api/v1/clients/{id}', { path: { id } });
    assert.deepEqual([current.etag, current.data.notes], [theirs.etag, 'theirs']);
    assert.equal((await change(current.etag)).data.notes, 'mine');
    assert.equal((await expectError(change(refused.etag), 412, 'PRECONDITION_FAILED')).etag?.split('-')[0], '"3');

    const external_ids = [{ source: 'try-it', id: run }];
    await psa.put('/api/v1/clients/{id}', { path: { id }, body: { external_ids } });
    const taken = [
      { client_name: `CONFLICT ${run}`, billing_cycle: 'monthly' as const },
      { client_name: `Another ${run}`, billing_cycle: 'monthly' as const, external_ids },
    ];
    for (const body of taken) {
      const { existingId, details } = await expectError(psa.post('/api/v1/clients', { body }), 409, 'CONFLICT');
      assert.equal(existingId, id, `a conflict does not name the row in the way: ${JSON.stringify(details)}`);
    }
    const asset = { client_id: id, asset_type: 'server', asset_tag: 'C-1', name: 'Conflict', status: 'active', external_ids } as const;
    const { asset_id } = await psa.post('/api/v1/assets', { body: asset });
    const twice = await expectError(psa.post('/api/v1/assets', { body: asset }), 409, 'CONFLICT');
    assert.equal(twice.existingId, asset_id, 'a conflict of assets does not name the row in the way');

    const idempotencyKey = `conflict-${run}`;
    const once = { body: { client_name: `Once ${run}`, billing_cycle: 'monthly' }, idempotencyKey } as const;
    const [one, two] = [await psa.post('/api/v1/clients', once), await psa.post('/api/v1/clients', once)];
    assert.deepEqual(one, two, 'the same key was answered otherwise');
    const other = { ...once, body: { ...once.body, client_name: `Twice ${run}` } };
    await expectError(psa.post('/api/v1/clients', other), 422, 'IDEMPOTENCY_KEY_REUSED');
    return '412 to the stale ETag and success with the current one; three 409 name the row in the way; a repeated key has one effect';
  },
};
