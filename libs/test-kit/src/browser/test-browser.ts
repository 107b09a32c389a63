import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { requireBrowser } from './find-browser.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What a page does wrong, by the rule it breaks and where. */
export interface AccessibilityFault {
  readonly rule: string;
  readonly targets: readonly string[];
}

/** A real Chromium without a window; each visitor has cookies of their own. */
export class TestBrowser {
  readonly browser: Browser;

  private constructor(browser: Browser) {
    this.browser = browser;
  }

  /** @throws when no Chromium is installed */
  static async start(): Promise<TestBrowser> {
    // Its sandbox needs rights that containers do not give; nothing but our own pages is opened.
    const { PSA_TEST_BROWSER_LIBRARIES: libraries, ...env } = process.env;
    const browser = await chromium.launch({
      executablePath: requireBrowser(),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
      ...(libraries !== undefined && { env: { ...(env as Record<string, string>), LD_LIBRARY_PATH: libraries } }),
    });
    return new TestBrowser(browser);
  }

  /** Somebody who was never here before. */
  visitor(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    return this.browser.newContext(options);
  }

  async stop(): Promise<void> {
    await this.browser.close();
  }
}

/** What axe finds wrong with a page as it is now, by the rules of WCAG 2.2 AA and good practice. */
export async function accessibilityFaults(page: Page): Promise<AccessibilityFault[]> {
  // Evaluated rather than added as a script: a page with a strict policy would refuse that, and is to be looked at as it is.
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations)`,
  )) as { id: string; nodes: { target: unknown[] }[] }[];
  return violations.map(({ id, nodes }) => ({ rule: id, targets: nodes.map(({ target }) => target.join(' ')) }));
}
