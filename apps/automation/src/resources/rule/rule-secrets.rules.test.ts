import { describe, expect, it } from '@jest/globals';
import type { Action } from '@psa/contracts-automation';
import { joinSecrets, keepSecrets, splitSecrets, withoutSecrets } from './rule-secrets.rules.ts';

const call = (given: Record<string, unknown> = {}): Action => ({
  type: 'webhook_call',
  order: 1,
  continue_on_error: false,
  config: {
    url: 'https://example.com/a',
    method: 'POST',
    headers: { 'X-Api-Key': 'k-123', 'X-Trace': 'yes', Authorization: 'Bearer abc' },
    authentication: { type: 'basic', credentials: { username: 'me', password: 'pass-1' } },
    signing_secret: 'whsec_x',
    body: { password: '{{event.data.password}}', note: 'n' },
    ...given,
  },
});

describe('the secrets of actions', () => {
  it('are parted from what is shown, and put back', () => {
    const { shown, secrets } = splitSecrets([call()]);
    expect(secrets).toEqual({
      '0/headers/X-Api-Key': 'k-123',
      '0/headers/Authorization': 'Bearer abc',
      '0/authentication/credentials/password': 'pass-1',
      '0/signing_secret': 'whsec_x',
    });
    for (const secret of Object.values(secrets)) expect(JSON.stringify(shown)).not.toContain(secret);
    expect(shown[0]?.config).toMatchObject({
      headers: { 'X-Trace': 'yes' },
      authentication: { credentials: { username: 'me' } },
      body: { password: '{{event.data.password}}' },
    });
    expect(joinSecrets(shown[0] as Action, 0, secrets)).toEqual(call());
    expect(joinSecrets(shown[0] as Action, 0, {})).toBeUndefined();
  });

  it('stay when they are written back as shown', () => {
    const before = splitSecrets([call()]);
    const after = splitSecrets([
      { ...(before.shown[0] as Action), config: { ...before.shown[0]?.config, signing_secret: 'whsec_new', body: 'other' } },
    ]);
    expect(keepSecrets(before.shown, before.secrets, after.shown, after.secrets)).toEqual({
      secrets: { ...before.secrets, '0/signing_secret': 'whsec_new' },
      missing: [],
    });
  });

  it.each([
    ['another address', { url: 'https://evil.example/a' }],
    ['an address of another scheme', { url: 'http://example.com/a' }],
    ['an address to be filled in', { url: '{{event.data.url}}' }],
  ])('do not follow to %s', (_, change) => {
    const { shown, secrets } = splitSecrets([call()]);
    const moved = { ...(shown[0] as Action), config: { ...shown[0]?.config, ...change } };
    expect(keepSecrets(shown, secrets, [moved], {}).missing).toHaveLength(4);
  });

  it('do not follow to another place or type', () => {
    const { shown, secrets } = splitSecrets([call()]);
    expect(keepSecrets(shown, secrets, [{ ...call(), config: { url: 'x' } }, shown[0] as Action], {}).missing).toHaveLength(4);
    expect(keepSecrets(shown, secrets, [{ ...(shown[0] as Action), type: 'custom_script' }], {}).missing).toHaveLength(4);
  });

  it('are taken out of whatever else holds them', () => {
    expect(withoutSecrets({ body: 'your key is k-123, k-12345', deep: ['k-123'], n: 1 }, ['k-123', 'k-12345', ''])).toEqual({
      body: 'your key is [REDACTED], [REDACTED]',
      deep: ['[REDACTED]'],
      n: 1,
    });
  });
});
