import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OutgoingMail } from '@psa/mail-kit';
import { eventually } from '@psa/test-kit';
import { accessibilityFaults, TestBrowser } from '@psa/test-kit/browser';
import { UserWorld } from '../../../testing/user-world.ts';

describe('the pages on which a password is chosen', () => {
  const mails: OutgoingMail[] = [];
  let world: UserWorld;
  let browser: TestBrowser;

  beforeAll(async () => {
    [world, browser] = await Promise.all([
      UserWorld.start({
        ports: {
          mailer: {
            send: async (mail: OutgoingMail) => {
              mails.push(mail);
            },
          },
        },
      }),
      TestBrowser.start(),
    ]);
  });
  afterAll(() => Promise.all([world.service.stop(), browser.stop()]));

  const here = (path: string) => new URL(path, world.service.running.url).href;
  /** Address of the page a mail leads to, at the service under test. */
  const linkTo = async (email: string, words: string) => {
    const mail = await eventually(() => mails.find(({ to, subject }) => to[0] === email && subject.includes(words)));
    return here(/http:\/\/psa\.test(\S+)/.exec(mail.text ?? '')?.[1] ?? '');
  };

  it('lead from a forgotten password to a new one without any script', async () => {
    const email = `${randomUUID()}@example.com`;
    await world.create({ email, password: 'the old password' });
    const page = await (await browser.visitor({ javaScriptEnabled: false })).newPage();
    await page.goto(here('/api/auth/signin'));
    await page.getByRole('link', { name: 'Forgotten your password?' }).click();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    expect(await page.getByRole('status').textContent()).toContain('a link was sent');

    await page.goto(await linkTo(email, 'Choose a new password'));
    const choose = async (password: string, again = password) => {
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('The same again').fill(again);
      await page.getByRole('button', { name: 'Choose a new password' }).click();
    };
    await choose('correct horse battery', 'correct horse');
    expect(await page.getByRole('alert').textContent()).toBe('The second password is not the same as the new password.');
    await choose('correct horse battery');
    expect(await page.getByRole('status').textContent()).toContain('Your password was changed');
    await page.getByRole('link', { name: 'Go to the sign-in page' }).click();
    expect(await page.title()).toBe('Sign in');
  });

  it.each(['light', 'dark'] as const)('are accessible in a %s scheme', async (colorScheme) => {
    const email = `${randomUUID()}@example.com`;
    await world.create({ email });
    const link = await linkTo(email, 'Your account at');
    const page = await (await browser.visitor({ colorScheme })).newPage();
    const faults: Record<string, unknown> = {};
    const look = async (name: string) => {
      faults[name] = await accessibilityFaults(page);
    };
    await page.goto(here('/api/auth/forgot-password'));
    await look('forgotten');
    await page.goto(link);
    await look('choosing');
    await page.getByLabel('New password').fill('password');
    await page.getByLabel('The same again').fill('password');
    await page.getByRole('button').click();
    await look('refused');
    await page.goto(`${link}x`);
    await look('bad link');
    expect(faults).toEqual({ forgotten: [], choosing: [], refused: [], 'bad link': [] });
  });
});
