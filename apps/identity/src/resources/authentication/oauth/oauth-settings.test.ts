import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@psa/service-kit';
import { oauthSettings } from './oauth-settings.ts';

const read = (providers: unknown) =>
  readSettings(oauthSettings, { PSA_OAUTH_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers) })
    .PSA_OAUTH_PROVIDERS;
const google = { id: 'google', client_id: 'c', client_secret: 'the secret' };

describe('the setting of OpenID Connect providers', () => {
  it('is none when it is not there', () => {
    expect(readSettings(oauthSettings, {}).PSA_OAUTH_PROVIDERS).toEqual([]);
  });

  it('knows Google and Microsoft, and takes any other with its issuer', () => {
    const providers = read([
      google,
      { id: 'microsoft', client_id: 'm' },
      { id: 'acme-sso', name: 'Acme', issuer: 'https://sso.acme.example/realm', client_id: 'a', trust_email: true },
    ]);
    expect(providers.map(({ id, name, issuer, trustEmail }) => [id, name, issuer.href, trustEmail])).toEqual([
      ['google', 'Google', 'https://accounts.google.com/', false],
      ['microsoft', 'Microsoft', 'https://login.microsoftonline.com/organizations/v2.0', false],
      ['acme-sso', 'Acme', 'https://sso.acme.example/realm', true],
    ]);
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['no list', google],
    ['twice the same', [google, google]],
    ['a name that is taken', [{ ...google, id: 'credentials' }]],
    ['a faulty name', [{ ...google, id: 'My SSO' }]],
    ['another without an issuer', [{ ...google, id: 'acme' }]],
    ['an issuer without TLS', [{ ...google, issuer: 'http://sso.acme.example' }]],
    ['no client', [{ id: 'google' }]],
    ['a scope without openid', [{ ...google, scope: 'email' }]],
    ['a member nobody knows', [{ ...google, secret: 'x' }]],
    ['trust in addresses that anybody may claim', [{ id: 'microsoft', client_id: 'm', trust_email: true }]],
    ['trust in second factors that any directory may claim', [{ id: 'microsoft', client_id: 'm', trust_second_factor: true }]],
  ])('refuses %s, without telling a secret', (_, providers) => {
    expect(() => read(providers)).toThrow('PSA_OAUTH_PROVIDERS');
    try {
      read(providers);
    } catch (error) {
      expect((error as Error).message).not.toContain('the secret');
    }
  });

  it('trusts the second factors of a provider unless any directory may claim them, or it is told not to', () => {
    const given = [google, { ...google, id: 'careful', issuer: 'https://sso.acme.example', trust_second_factor: false }];
    const trusted = read([...given, { id: 'microsoft', client_id: 'm' }]).map(({ trustSecondFactor }) => trustSecondFactor);
    expect(trusted).toEqual([true, false, false]);
  });

  it('takes a provider on this machine without TLS, and one Microsoft directory at its word', () => {
    expect(read([{ ...google, issuer: 'http://localhost:4000' }])).toHaveLength(1);
    expect(
      read([
        {
          id: 'microsoft',
          client_id: 'm',
          trust_email: true,
          issuer: 'https://login.microsoftonline.com/3f2504e0-4f89-11d3-9a0c-0305e82c3301/v2.0',
        },
      ]),
    ).toHaveLength(1);
  });
});
