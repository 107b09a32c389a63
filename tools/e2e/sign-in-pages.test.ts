import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { accessibilityFaults, TestBrowser } from '@psa/test-kit/browser';
import type { BrowserContext, Page, Response } from 'playwright-core';
import type { MadeTenant } from '../../apps/identity/src/testing/make.ts';
import { IdentityBehindGateways } from './identity-behind-gateways.ts';

const SESSION = 'authjs.session-token';

describe('the sign-in pages in a browser', () => {
  let stack: IdentityBehindGateways;
  let acme: MadeTenant;
  let browser: TestBrowser;
  let visitor: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([IdentityBehindGateways.start(), TestBrowser.start()]);
    acme = await stack.aTenant();
  });
  afterAll(async () => {
    await browser.stop();
    await stack.stop();
  });
  const visit = async (options: Parameters<TestBrowser['visitor']>[0] = {}) => {
    visitor = await browser.visitor({ javaScriptEnabled: false, ...options });
    page = await visitor.newPage();
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
    });
  };
  beforeEach(() => visit());
  afterEach(() => visitor.close());

  const open = async (path: string) => (await page.goto(`${stack.url}/api/auth/${path}`)) as Response;
  const sessionCookie = async () => (await visitor.cookies()).find(({ name }) => name === SESSION);
  const fillIn = async (password: string) => {
    await page.getByLabel('E-mail address').fill(acme.adminEmail);
    await page.getByLabel('Password').fill(password);
  };
  const submit = (name: string) => Promise.all([page.waitForLoadState(), page.getByRole('button', { name, exact: true }).click()]);

  it('sign somebody in and out without scripts', async () => {
    expect((await open('signin?callbackUrl=/api/auth/session'))?.status()).toBe(200);
    await fillIn(acme.adminPassword);
    await submit('Sign in');
    expect(page.url()).toBe(`${stack.url}/api/auth/session`);
    expect(await page.content()).toContain(acme.adminEmail);
    expect(await sessionCookie()).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });

    await open('signout?callbackUrl=/healthz');
    await submit('Sign out');
    expect(page.url()).toBe(`${stack.url}/healthz`);
    expect(await sessionCookie()).toBeUndefined();
  });

  it('lead to the account page and from there to the reference, where nobody was on the way to anything', async () => {
    await open('signin');
    await fillIn(acme.adminPassword);
    await submit('Sign in');
    expect(page.url()).toBe(`${stack.url}/api/auth/account`);
    await page.locator('summary', { hasText: 'Create an API key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('First key');
    await submit('Create API key');
    const key = (await page.getByRole('status').locator('code').textContent()) ?? '';
    expect((await fetch(`${stack.url}/api/v1/api-keys`, { headers: { 'x-api-key': key } })).status).toBe(200);

    await page.getByRole('link', { name: 'API reference' }).click();
    expect(page.url()).toBe(`${stack.url}/api/v1/meta/docs`);
    await page.getByRole('link', { name: 'Your account' }).click();
    await submit('Sign out');
    expect(await page.title()).toBe('Sign in');
    expect(await sessionCookie()).toBeUndefined();
  });

  it('say what was wrong, and let it be tried again', async () => {
    await open('signin');
    await fillIn('wrong');
    await submit('Sign in');
    expect(await page.getByRole('alert').textContent()).toBe('The e-mail address or the password is not right.');
    expect(await sessionCookie()).toBeUndefined();
    await fillIn(acme.adminPassword);
    await submit('Sign in');
    expect(await sessionCookie()).toBeDefined();
  });

  it('can be gone through by keyboard alone', async () => {
    await open('signin?callbackUrl=/healthz');
    // A browser gives the focus when it first draws the page, which may be after it has loaded.
    await page.getByLabel('E-mail address').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(acme.adminEmail);
    await page.keyboard.press('Tab');
    await page.keyboard.type(acme.adminPassword);
    await Promise.all([page.waitForURL(`${stack.url}/healthz`), page.keyboard.press('Enter')]);
    expect(await sessionCookie()).toBeDefined();
  });

  it('ask for the code of a second factor, and for nothing else anew', async () => {
    await open('signin?error=CredentialsSignin&code=TWO_FACTOR_REQUIRED');
    expect(await page.getByLabel('Code of the second factor').getAttribute('autocomplete')).toBe('one-time-code');
    expect(await page.getByRole('alert').textContent()).toContain('second factor');
  });

  it.each(['/\\evil.example.com', 'https://evil.example.com/', '//evil.example.com'])('never lead elsewhere: %s', async (callbackUrl) => {
    await open(`signin?callbackUrl=${encodeURIComponent(callbackUrl)}`);
    await fillIn(acme.adminPassword);
    const [answer] = await Promise.all([page.waitForResponse((response) => response.status() === 302), submit('Sign in')]);
    expect(answer.headers()['location']).toBe(stack.url);
  });

  it('show what is in the address as text', async () => {
    const evil = '"><img src=x onerror=alert(1)>';
    for (const path of ['signin', 'signout', 'error', 'verify-request']) {
      await open(`${path}?${new URLSearchParams({ error: evil, code: evil, callbackUrl: `/${evil}` })}`);
      expect(await page.locator('img').count()).toBe(0);
    }
  });

  const PAGES: readonly (readonly [path: string, status: number, heading: string])[] = [
    ['signin', 200, 'Sign in'],
    ['signin?error=CredentialsSignin&code=TWO_FACTOR_INVALID', 200, 'Sign in'],
    ['signout', 200, 'Sign out'],
    ['verify-request', 200, 'Check your e-mail'],
    ['error', 200, 'Signing in did not work'],
    ['error?error=AccessDenied', 403, 'Access denied'],
    ['error?error=Verification', 403, 'The link is no longer good'],
    ['error?error=Configuration', 500, 'Something is wrong here'],
    ['error?error=toString', 200, 'Signing in did not work'],
    ['signin?error=toString', 200, 'Sign in'],
  ];

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each(PAGES)('%s can be used by everybody', async (path, status, heading) => {
      await visitor.close();
      await visit({ colorScheme, javaScriptEnabled: true, viewport: { width: 320, height: 640 } });
      const answer = await open(path);
      expect(answer.status()).toBe(status);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });
  });

  it('let no script, no frame and no other site in', async () => {
    for (const [path] of PAGES) {
      const { headers } = await fetch(`${stack.url}/api/auth/${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers.get('cache-control')).toBe('private, no-cache, no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
    expect(complaints).toEqual([]);
  });
});
