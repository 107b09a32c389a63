import assert from 'node:assert/strict';
import { Psa } from '@psa/sdk';
import { expectError } from '../expect-error.ts';
import type { Trial, TrialStep } from '../trial.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Each form in which the API tells an error comes out as a PsaError of one form. */
export const errors: TrialStep = {
  title: 'Meet the errors, in each of their forms',
  async run(trial) {
    const { psa, run } = trial;
    const { client_id } = await psa.post('/api/v1/clients', { body: { client_name: `Errors ${run}`, billing_cycle: 'monthly' } });
    const codes: string[] = [];
    const meet = async (request: Promise<unknown>, status: number, code: string, path?: string) => {
      const { details } = await expectError(request, status, code);
      if (path !== undefined)
        assert(
          details.some((issue) => issue.path === path && issue.message !== ''),
          `${code} does not name ${path}`,
        );
      codes.push(`${status}`);
    };
    // Most routes, the asset routes, and the gateway itself: three forms.
    await meet(
      psa.post('/api/v1/clients', { body: { client_name: '', billing_cycle: 'monthly' } }),
      400,
      'VALIDATION_ERROR',
      'client_name',
    );
    await meet(
      psa.post('/api/v1/assets', { body: { client_id, asset_type: 'server', asset_tag: 'E', name: '', status: 'active' } }),
      400,
      'VALIDATION_ERROR',
      'name',
    );
    await meet(as(trial, 'psa_none_at_all').get('/api/v1/clients'), 401, 'UNAUTHORIZED');
    await meet(psa.get('/api/v1/clients/{id}', { path: { id: UNKNOWN } }), 404, 'NOT_FOUND');
    await meet(psa.get('/api/v1/assets/{id}', { path: { id: UNKNOWN } }), 404, 'NOT_FOUND');
    await meet(psa.get('/api/v1/clients', { query: { 'notes.eq': 'x' } }), 400, 'VALIDATION_ERROR', 'notes.eq');
    const strict = { prefer: 'handling=strict' };
    await meet(
      psa.put('/api/v1/clients/{id}', { path: { id: client_id }, headers: strict, body: { colour: 'red' } as object }),
      400,
      'VALIDATION_ERROR',
      'colour',
    );

    const reader = await psa.post('/api/v1/api-keys', { body: { description: `Try it ${run}`, permissions: ['client:read'] } });
    const reading = as(trial, reader.api_key);
    assert.equal((await reading.get('/api/v1/clients/{id}', { path: { id: client_id } })).client_id, client_id);
    await meet(reading.post('/api/v1/clients', { body: { client_name: `No ${run}`, billing_cycle: 'monthly' } }), 403, 'FORBIDDEN');
    await meet(reading.get('/api/v1/assets'), 403, 'FORBIDDEN');
    await psa.delete('/api/v1/api-keys/{id}', { path: { id: reader.api_key_id } });

    const { asset_id } = await psa.post('/api/v1/assets', {
      body: { client_id, asset_type: 'server', asset_tag: 'E-1', name: 'E', status: 'active' },
    });
    await meet(psa.delete('/api/v1/clients/{id}', { path: { id: client_id } }), 409, 'CONFLICT');
    await psa.delete('/api/v1/assets/{id}', { path: { id: asset_id } });
    await psa.delete('/api/v1/clients/{id}', { path: { id: client_id } });
    const nobody = new Psa({ baseUrl: 'http://127.0.0.1:1', apiKey: trial.apiKey, maxRetries: 0 });
    await meet(nobody.get('/api/v1/clients'), 0, 'NETWORK_ERROR');
    return `${codes.length} errors (${codes.join(', ')}), each a PsaError with its code, the member at fault and the id of the request`;
  },
};

function as({ baseUrl, log }: Trial, apiKey: string): Psa {
  return new Psa({ baseUrl, apiKey, fetch: log.fetch });
}
