import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestBrowser } from '@psa/test-kit/browser';
import type { BrowserContext, Page } from 'playwright-core';
import { IdentityBehindGateways } from './identity-behind-gateways.ts';

describe('the API reference in a browser', () => {
  let stack: IdentityBehindGateways;
  let browser: TestBrowser;
  let visitor: BrowserContext;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([IdentityBehindGateways.start(), TestBrowser.start()]);
  });
  afterAll(async () => {
    await browser.stop();
    await stack.stop();
  });
  beforeEach(async () => {
    visitor = await browser.visitor();
    page = await visitor.newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('requestfailed', (request) => complaints.push(request.url()));
  });
  afterEach(async () => {
    await visitor.close();
    expect(complaints.splice(0)).toEqual([]);
  });

  const open = (path: string) => page.goto(`${stack.url}/api/v1/meta/docs${path}`);
  const operations = () => page.locator('.opblock-summary-path');

  it('shows the operations of one tag, and what one of them takes', async () => {
    await open('?tag=Tickets');
    await page.locator('.opblock-summary', { hasText: '/api/v1/tickets' }).first().click();
    await page.getByRole('heading', { name: 'Parameters' }).first().waitFor();
    for (const path of await operations().allTextContents()) expect(path).toMatch(/tickets|categories/);
    expect(await page.title()).toMatch(/^Tickets · /);
  });

  it('leads an address within the page to the tag of that operation', async () => {
    await open('#/Clients/listClients');
    await page.locator('#operations-Clients-listClients .opblock-body').waitFor();
    expect(await page.locator('#tags a[aria-current]').textContent()).toBe('Clients');
  });

  it('begins with the first tag and leads to the others', async () => {
    await open('');
    await operations().first().waitFor();
    await page.locator('#tags').getByRole('link', { name: 'Assets', exact: true }).click();
    await page.locator('.opblock-summary-path', { hasText: '/api/v1/assets' }).first().waitFor();
  });
});
