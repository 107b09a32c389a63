import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestCaller, type TestService } from '@psa/test-kit';
import { TestBrowser } from '@psa/test-kit/browser';
import type { BrowserContext, Page } from 'playwright-core';
import { freePort } from '@psa/service-kit/testing';
import { settle } from '../../../testing/make.ts';
import { startBehindIssuer } from '../../../testing/start-behind-issuer.ts';
import { TestIssuer } from '../../../testing/test-issuer.ts';
import { hashPassword } from '../password/password-hash.ts';

const PASSWORD = 'correct horse battery';

interface Listening {
  readonly heard: { readonly origin: string; readonly data: unknown }[];
}

describe('a sign-in with a provider in a browser', () => {
  const issuer = new TestIssuer();
  let base: string;
  let service: TestService;
  let browser: TestBrowser;
  let elsewhere: Server;
  let elsewhereUrl: string;
  let context: BrowserContext;
  let me: TestCaller;
  let name: string;

  beforeAll(async () => {
    ({ service, base } = await startBehindIssuer(issuer));
    const otherPort = await freePort();
    elsewhereUrl = `http://127.0.0.1:${otherPort}`;
    elsewhere = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<p>Elsewhere</p>')).listen(
      otherPort,
      '127.0.0.1',
    );
    browser = await TestBrowser.start();
  }, 60_000);
  afterAll(async () => {
    await browser.stop();
    await service.stop();
    await issuer.stop();
    await new Promise((resolve) => {
      elsewhere.close(resolve);
    });
  });
  beforeEach(async () => {
    me = caller();
    await settle(service, me);
    name = `una-${randomUUID().slice(0, 8)}`;
    issuer.accounts.set(name, { email: `${name}@example.com`, email_verified: true });
    const password = [me.userId, `${name}@example.com`, await hashPassword(PASSWORD)];
    await service.sql('update users set email = $2, password_hash = $3 where user_id = $1', password);
    context = await browser.visitor();
  });
  afterEach(() => context.close());

  async function signInThere(page: Page): Promise<void> {
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button:has-text("Continue")').click();
  }

  /** Signs in at the provider, and enters the password that links the account. */
  async function signIn(page: Page): Promise<void> {
    await signInThere(page);
    await page.locator('h1:has-text("One more step")').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const session = async () =>
    (await (await context.request.get(`${base}/api/auth/session`)).json()) as { user?: { id: string }; login_method?: string };
  const listen = (page: Page) =>
    page.evaluate(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      window.addEventListener('message', ({ origin, data }) => heard.push({ origin, data }));
    });
  const heard = (page: Page) => page.evaluate(() => (window as unknown as Listening).heard);

  it('on the page itself ends where it was to end', async () => {
    const page = await context.newPage();
    await page.goto(`${base}/api/auth/signin?callbackUrl=/api/auth/signout`);
    await page.getByRole('button', { name: 'Acme SSO' }).click();
    await signIn(page);
    await page.waitForURL(`${base}/api/auth/signout`);
    expect(await session()).toMatchObject({ login_method: 'acme', user: { id: me.userId } });
  });

  it('ends there without scripts as well', async () => {
    await context.close();
    context = await browser.visitor({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${base}/api/auth/signin?callbackUrl=/api/auth/signout`);
    await page.getByRole('button', { name: 'Acme SSO' }).click();
    await signIn(page);
    await page.waitForURL(`${base}/api/auth/signout`);
    expect(await session()).toMatchObject({ user: { id: me.userId } });
  });

  it('in a window of its own tells the page that opened it, and closes', async () => {
    const page = await context.newPage();
    await page.goto(`${base}/api/auth/signin`);
    await listen(page);
    const opening = context.waitForEvent('page');
    await page.evaluate(() => {
      window.open('about:blank', 'provider');
      const form = document.querySelector('form[action$="/acme"]') as HTMLFormElement;
      form.target = 'provider';
      form.requestSubmit();
    });
    const popup = await opening;
    const closed = popup.waitForEvent('close');
    await signIn(popup).catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
    await closed;
    expect(await heard(page)).toEqual([{ origin: base, data: { type: 'oauth-callback', provider: 'acme', success: true } }]);
    expect(await session()).toMatchObject({ user: { id: me.userId } });
  });

  it('tells nothing to a page of another origin', async () => {
    const page = await context.newPage();
    await page.goto(elsewhereUrl);
    await listen(page);
    const opening = context.waitForEvent('page');
    await page.evaluate((url) => {
      window.open(url);
    }, `${base}/api/auth/signin`);
    const popup = await opening;
    await popup.getByRole('button', { name: 'Acme SSO' }).click();
    const closed = popup.waitForEvent('close');
    await signIn(popup).catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
    await closed;
    expect(await session()).toMatchObject({ user: { id: me.userId } });
    expect(await heard(page)).toEqual([]);
  });

  it('tells why it failed', async () => {
    issuer.accounts.set(name, { email: `${name}@example.com`, email_verified: false });
    const page = await context.newPage();
    await page.goto(`${base}/api/auth/signin`);
    await page.getByRole('button', { name: 'Acme SSO' }).click();
    await signInThere(page);
    await page.waitForURL(`${base}/api/auth/signin?error=OAuthAccountNotLinked`);
    expect(await page.getByRole('alert').textContent()).toContain('belongs to nobody here');
    expect(await session()).toEqual({});
  });
});
