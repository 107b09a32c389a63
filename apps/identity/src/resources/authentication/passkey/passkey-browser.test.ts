import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestCaller, TestService } from '@psa/test-kit';
import { TestBrowser } from '@psa/test-kit/browser';
import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { identityService } from '../../../identity-service.ts';
import { freePort } from '@psa/service-kit/testing';
import { settle } from '../../../testing/make.ts';

interface WithLibrary {
  readonly SimpleWebAuthnBrowser: { startAuthentication: typeof startAuthentication; startRegistration: typeof startRegistration };
}

describe('passkeys in a browser', () => {
  let base: string;
  let service: TestService;
  let browser: TestBrowser;
  let library: string;
  let context: BrowserContext;
  let page: Page;
  let devtools: CDPSession;
  let me: TestCaller;

  beforeAll(async () => {
    library = await readFile(
      fileURLToPath(new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'))),
      'utf8',
    );
    const port = await freePort();
    base = `http://localhost:${port}`;
    service = await TestService.start(identityService, {
      settings: { PSA_HTTP_HOST: 'localhost', PSA_HTTP_PORT: port, PSA_PUBLIC_URL: base },
    });
    browser = await TestBrowser.start();
  }, 60_000);
  afterAll(async () => {
    await browser.stop();
    await service.stop();
  });
  beforeEach(async () => {
    me = caller();
    await settle(service, me);
    // The product's pages let no scripts in: this one stands for a page of an application.
    context = await browser.visitor({ bypassCSP: true });
    page = await context.newPage();
    devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await page.goto(`${base}/api/auth/signin`);
    await page.evaluate(library);
  });
  afterEach(() => context.close());

  const addDevice = async (isUserVerified = true): Promise<string> => {
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified,
        automaticPresenceSimulation: true,
      },
    });
    return authenticatorId;
  };

  async function register(): Promise<number> {
    const path = `/api/v1/users/${me.userId}/passkeys`;
    const { options, challenge_token } = (await service.api(me).post(`${path}/options`, {})).body.data;
    const response = await page.evaluate(
      (optionsJSON) => (window as unknown as WithLibrary).SimpleWebAuthnBrowser.startRegistration({ optionsJSON }),
      options as Parameters<typeof startRegistration>[0]['optionsJSON'],
    );
    return (await service.api(me).post(path, { challenge_token, response })).status;
  }

  /** The way of the session library's client: options, device, CSRF token, callback. */
  const signIn = () =>
    page.evaluate(async () => {
      const { SimpleWebAuthnBrowser } = window as unknown as WithLibrary;
      const json = async (path: string, init?: RequestInit) => (await fetch(`/api/auth/${path}`, init)).json();
      const { options: optionsJSON } = await json('webauthn-options/webauthn?action=authenticate');
      const data = JSON.stringify(await SimpleWebAuthnBrowser.startAuthentication({ optionsJSON }));
      const { csrfToken } = await json('csrf');
      const answer: { url: string } = await json('callback/webauthn', {
        method: 'POST',
        headers: { 'x-auth-return-redirect': '1' },
        body: new URLSearchParams({ data, action: 'authenticate', csrfToken, callbackUrl: '/assets' }),
      });
      return { url: answer.url, session: await json('session') };
    });

  it('are made by the device, and sign in without a name or a password', async () => {
    await addDevice();
    expect(await register()).toBe(201);
    for (let time = 0; time < 2; time++) {
      expect(await signIn()).toMatchObject({ url: `${base}/assets`, session: { login_method: 'passkey', user: { id: me.userId } } });
    }
    const [{ counter }] = (await service.sql<{ counter: string }>('select counter from passkeys where tenant = $1', [me.tenant])) as [
      { counter: string },
    ];
    expect(Number(counter)).toBeGreaterThanOrEqual(2);
  });

  it('are made once by a device', async () => {
    await addDevice();
    expect(await register()).toBe(201);
    await expect(register()).rejects.toThrow('previously registered');
  });

  it('are refused when a copy of the device counts on its own', async () => {
    const authenticatorId = await addDevice();
    await register();
    const {
      credentials: [copied],
    } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    await signIn();
    await signIn();
    if (copied === undefined) throw new Error('the device has no passkey');
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    await devtools.send('WebAuthn.addCredential', { authenticatorId: await addDevice(), credential: copied });
    await context.clearCookies();
    expect(await signIn()).toEqual({ url: `${base}/api/auth/signin?error=WebAuthnVerificationError`, session: {} });
  });

  it('are not made by a device that cannot tell who holds it', async () => {
    await addDevice(false);
    await expect(register()).rejects.toThrow();
    expect((await service.api(me).get(`/api/v1/users/${me.userId}/passkeys`)).body.data).toEqual([]);
  });
});
