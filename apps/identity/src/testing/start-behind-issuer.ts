import { TestService } from '@psa/test-kit';
import { identityService } from '../identity-service.ts';
import { freePort } from '@psa/service-kit/testing';
import { CLIENT, type TestIssuer } from './test-issuer.ts';

/** Starts identity at an address that browsers know, with an issuer as the provider `acme`, which is started as well. */
export async function startBehindIssuer(issuer: TestIssuer): Promise<{ service: TestService; base: string }> {
  const port = await freePort();
  const base = `http://localhost:${port}`;
  await issuer.start([`${base}/api/auth/callback/acme`]);
  const providers = [{ id: 'acme', name: 'Acme SSO', issuer: issuer.url, client_id: CLIENT.id, client_secret: CLIENT.secret }];
  const service = await TestService.start(identityService, {
    settings: { PSA_HTTP_HOST: 'localhost', PSA_HTTP_PORT: port, PSA_PUBLIC_URL: base, PSA_OAUTH_PROVIDERS: JSON.stringify(providers) },
  });
  return { service, base };
}
