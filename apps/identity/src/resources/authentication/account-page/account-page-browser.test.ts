import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestCaller, type TestService } from '@psa/test-kit';
import { accessibilityFaults, TestBrowser } from '@psa/test-kit/browser';
import type { BrowserContext, Page } from 'playwright-core';
import { aTenant, authenticate, aUser, type MadeTenant } from '../../../testing/make.ts';
import { startBehindIssuer } from '../../../testing/start-behind-issuer.ts';
import { TestIssuer } from '../../../testing/test-issuer.ts';
import { totp } from '../../../testing/two-factor.fixtures.ts';
import { hashPassword } from '../password/password-hash.ts';

const PASSWORD = 'correct horse battery';

describe('the account page in a browser', () => {
  const issuer = new TestIssuer();
  const complaints: string[] = [];
  let base: string;
  let hash: string;
  let service: TestService;
  let acme: MadeTenant;
  let browser: TestBrowser;
  let una: TestCaller;
  let email: string;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    hash = await hashPassword(PASSWORD);
    ({ service, base } = await startBehindIssuer(issuer));
    acme = await aTenant(service);
    browser = await TestBrowser.start();
  }, 60_000);
  afterAll(async () => {
    await browser.stop();
    await service.stop();
    await issuer.stop();
  });
  beforeEach(async () => {
    una = await aUser(service, acme.tenant, { role: { portal: 'msp', role_name: 'Admin' } });
    email = `${una.userId}@example.com`;
    await service.sql('update users set password_hash = $2 where user_id = $1', [una.userId, hash]);
    complaints.length = 0;
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).toEqual([]);
  });

  const submit = (name: string | RegExp) =>
    Promise.all([page.waitForLoadState(), page.getByRole('button', { name, exact: typeof name === 'string' }).click()]);
  const open = (summary: string) => page.locator('summary', { hasText: summary }).first().click();

  /** Signs in on the way to the account page. */
  async function arrive(options: Parameters<TestBrowser['visitor']>[0] = {}): Promise<void> {
    context = await browser.visitor({ javaScriptEnabled: false, ...options });
    page = await context.newPage();
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
    });
    await page.goto(`${base}/api/auth/account`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await submit('Sign in');
    expect(page.url()).toBe(`${base}/api/auth/account`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your account');
  }

  it('manages API keys without scripts', async () => {
    await arrive();
    await open('Create an API key');
    await page.getByLabel('Name', { exact: true }).fill('Deployment');
    await page.getByLabel('Networks').fill('at home');
    await submit('Create API key');
    const networks = page.getByLabel('Networks');
    expect(await networks.getAttribute('aria-invalid')).toBe('true');
    expect(await page.locator('#create-key-ip_ranges-error').textContent()).toMatch(/^Networks: must be an address/);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Deployment');
    await networks.and(page.locator(':focus')).waitFor();

    await networks.fill('');
    await submit('Create API key');
    expect(page.url()).toBe(`${base}/api/auth/account#api-keys`);
    const key = (await page.getByRole('status').locator('code').textContent()) ?? '';
    expect(await authenticate(service, key)).toMatchObject({ user_id: una.userId });
    await page.reload();
    expect(await page.content()).not.toContain(key);
    expect(await page.locator('strong', { hasText: 'Deployment' }).count()).toBe(1);

    await open('Revoke');
    await submit(/^Revoke API key/);
    expect(await page.getByRole('status').textContent()).toBe('The API key was revoked.');
    expect(await authenticate(service, key)).toBeNull();
  });

  it('switches the second factor on and off without scripts', async () => {
    await arrive();
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
    expect(await page.getByRole('img', { name: 'QR code' }).isVisible()).toBe(true);
    const secret = (await page.locator('input[name=secret]').getAttribute('value')) ?? '';
    expect((await page.locator('code').textContent())?.replaceAll(' ', '')).toBe(secret);
    await page.getByRole('textbox', { name: 'Code' }).fill('000000');
    await submit('Turn on');
    expect(await page.getByText('The code is wrong, or it was used before.').isVisible()).toBe(true);
    await page.getByRole('textbox', { name: 'Code' }).fill(totp(0, secret));
    await submit('Turn on');
    const code = (await page.getByRole('status').getByRole('listitem').first().textContent()) ?? '';
    expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);

    await open('Turn off two-factor authentication');
    await page.locator('#disable-two-factor-token').fill(code);
    await submit(/^Turn off/);
    expect(await page.getByRole('status').textContent()).toBe('Two-factor authentication is off.');
  });

  it('changes the password and signs out by keyboard alone', async () => {
    await arrive();
    const press = async (key: string, times = 1) => {
      for (let time = 0; time < times; time++) await page.keyboard.press(key);
    };
    const focusOn = async (selector: string) => {
      for (let tabs = 0; tabs < 60; tabs++) {
        if ((await page.locator(`${selector}:focus`).count()) === 1) return;
        await press('Tab');
      }
      throw new Error(`the keyboard does not reach ${selector}`);
    };
    await focusOn('section[aria-labelledby=password] summary');
    await press('Enter');
    for (const text of [PASSWORD, 'staple battery horse', 'staple battery horse']) {
      await press('Tab');
      await page.keyboard.type(text);
    }
    await Promise.all([page.waitForURL(/#password$/), press('Enter')]);
    expect(await page.getByRole('status').textContent()).toBe('Your password was changed.');

    await page.goto(`${base}/api/auth/account`);
    await focusOn('form[action="/api/auth/signout"] button');
    await Promise.all([page.waitForURL(/signin/), press('Enter')]);
    expect((await context.cookies()).filter(({ name }) => name.includes('session-token'))).toEqual([]);
  });

  it('adds a passkey, for which alone it has a script', async () => {
    await arrive({ javaScriptEnabled: true });
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const start = async () => {
      await open('Add a passkey');
      await page.locator('#add-passkey-password').fill(PASSWORD);
      await submit('Continue');
      expect(await page.title()).toBe('Add a passkey');
    };
    await start();
    expect(await page.getByText('JavaScript').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel('Name').fill('My <laptop>');
    await Promise.all([page.waitForURL(/#passkeys$/), page.getByRole('button', { name: 'Create passkey' }).click()]);
    expect(await page.getByRole('status').textContent()).toBe('The passkey “My <laptop>” was added.');

    await start();
    await page.getByRole('button', { name: 'Create passkey' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe('This device already has a passkey for your account.');
    const rows = await service.sql<{ name: string }>('select name from passkeys where user_id = $1', [una.userId]);
    expect(rows).toEqual([{ name: 'My <laptop>' }]);
  });

  it('says that adding a passkey needs scripts, where they are off', async () => {
    await arrive();
    await open('Add a passkey');
    expect(await page.getByText('This takes a browser with JavaScript turned on.').isVisible()).toBe(true);
    await page.locator('#add-passkey-password').fill(PASSWORD);
    await submit('Continue');
    expect(await page.getByText('JavaScript, which is turned off').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Create passkey' }).isDisabled()).toBe(true);
  });

  describe('connects an account of a provider', () => {
    const leave = async () => {
      await arrive();
      await open('Connect Acme SSO');
      await page.locator('#connect-acme-password').fill(PASSWORD);
      await submit('Continue to Acme SSO');
      expect(page.url().startsWith(issuer.url)).toBe(true);
    };
    const signInThere = async (name: string) => {
      await page.locator('input[name=login]').fill(name);
      await page.locator('input[name=password]').fill('any');
      await Promise.all([page.waitForLoadState(), page.locator('button[type=submit]').click()]);
      if (page.url().startsWith(issuer.url)) await Promise.all([page.waitForLoadState(), page.locator('button[type=submit]').click()]);
    };

    it('whatever its address, which signs in from then on', async () => {
      const name = `private-${una.userId}`;
      issuer.accounts.set(name, { email: `${name}@elsewhere.example`, email_verified: false });
      await leave();
      await signInThere(name);
      expect(page.url()).toBe(`${base}/api/auth/account#connected-accounts`);
      expect(await page.getByRole('status').textContent()).toBe('Your account at Acme SSO was connected.');
      expect(await page.getByText(`${name}@elsewhere.example`).count()).toBe(1);
      expect(await page.locator('summary', { hasText: /^Connect/ }).count()).toBe(0);

      await context.clearCookies({ domain: 'localhost', name: /authjs/ });
      await page.goto(`${base}/api/auth/signin?callbackUrl=/api/auth/account`);
      await submit('Acme SSO');
      // The provider knows them still: the page of the callback leads on without scripts.
      await page.waitForURL(`${base}/api/auth/account`);
      expect(await page.getByText(email).count()).toBe(1);
    });

    it('unless another user has connected it', async () => {
      const name = `shared-${una.userId}`;
      issuer.accounts.set(name, { email: `${name}@elsewhere.example`, email_verified: false });
      const ben = await aUser(service, acme.tenant);
      await service.sql(
        `insert into oauth_accounts (tenant, oauth_account_id, user_id, provider, issuer, subject, sealed_tokens, last_used_at)
         values ($1, gen_random_uuid(), $2, 'acme', $3, $4, 'none', now())`,
        [acme.tenant, ben.userId, issuer.url, name],
      );
      await leave();
      await signInThere(name);
      expect(await page.getByRole('alert').textContent()).toBe('This account is already connected to another user.');
      expect(await service.sql('select user_id from oauth_accounts where user_id = $1', [una.userId])).toEqual([]);
    });

    it('unless the session has ended meanwhile', async () => {
      const name = `late-${una.userId}`;
      issuer.accounts.set(name, { email: `${name}@elsewhere.example`, email_verified: true });
      await leave();
      await service.sql("update auth_sessions set revoked_at = now(), revoked_reason = 'security' where user_id = $1", [una.userId]);
      await signInThere(name);
      expect(page.url()).toContain(`${base}/api/auth/signin?error=SessionRequired`);
      expect(await service.sql('select user_id from oauth_accounts where user_id = $1', [una.userId])).toEqual([]);
    });
  });

  it.each(['light', 'dark'] as const)('can be used by everybody in a %s scheme', async (colorScheme) => {
    await arrive({ colorScheme, javaScriptEnabled: true, viewport: { width: 320, height: 640 } });
    const faults: Record<string, unknown> = {};
    const look = async (name: string) => {
      faults[name] = await accessibilityFaults(page);
      expect([name, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([name, true]);
    };
    await page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })");
    await look('unfolded');
    await page.getByLabel('Name', { exact: true }).fill('A key');
    await submit('Create API key');
    await look('with a new key');
    await page.goto(`${base}/api/auth/account/two-factor`);
    await look('set-up');
    const secret = (await page.locator('input[name=secret]').getAttribute('value')) ?? '';
    await page.getByRole('textbox', { name: 'Code' }).fill('123');
    await submit('Turn on');
    await look('wrong code');
    await page.getByRole('textbox', { name: 'Code' }).fill(totp(0, secret));
    await submit('Turn on');
    await look('with recovery codes');
    await open('Change your password');
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('short');
    await page.getByLabel('Confirm password').fill('short');
    await submit('Change password');
    await look('refused');
    expect(Object.entries(faults).filter(([, found]) => (found as unknown[]).length > 0)).toEqual([]);
    expect(Object.keys(faults)).toHaveLength(6);
  });
});
