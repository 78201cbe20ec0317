/** One browser for a process of tests, and pages in contexts of their own that notice everything that goes wrong. */
import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { atProcessEnd } from '../../support/process-end.ts';
import { findBrowser } from './chromium.ts';
import { launchBrowser } from './launch-browser.ts';

const program = findBrowser();
if (program === null) {
  if (process.platform === 'linux' && process.arch === 'x64')
    throw new Error('There is no browser to test with');
  process.stderr.write(
    'NOT TESTED: the web app, as there is no browser. Install Chromium or Chrome, or set FLOWARDEN_TEST_CHROMIUM.\n',
  );
}

/** Reason to skip a suite that needs a browser; false if there is one. */
export const BROWSER_ABSENT: string | false = program === null ? 'SKIPPED: there is no browser' : false;

let launched: Promise<Browser> | null = null;

/** Returns the browser of this process; the first caller starts it. */
function browser(): Promise<Browser> {
  launched ??= launchBrowser(program);
  return launched;
}

atProcessEnd(async () => (await launched)?.close());

/** Closes the pages that a test file has left open. */
export async function closePages(): Promise<void> {
  for (const context of (await launched)?.contexts() ?? []) await context.close();
}

/** Page with what went wrong in it. */
export interface GuardedPage {
  readonly page: Page;
  /** Errors of the console, violations of the policy, requests to other hosts. */
  readonly faults: readonly string[];
  /** Requires that nothing went wrong, and closes the page. */
  close(): Promise<void>;
}

/** Settings of a page. */
export interface PageOptions extends BrowserContextOptions {
  /** Address of the service; paths are relative to it, and requests elsewhere are faults. */
  readonly baseURL: string;
  /** Console errors that the test provokes, such as those of answers with an error. */
  readonly expects?: RegExp;
}

/** It ends a wait in vain, and says nothing about speed. */
const WAIT_MS_MAX = 120_000;

/** Opens a page in a context of its own. */
export async function openPage({ expects, ...options }: PageOptions): Promise<GuardedPage> {
  const context = await (await browser()).newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(WAIT_MS_MAX);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
    );
  });
  const page = await context.newPage();
  const faults: string[] = [];
  const note = (text: string) => {
    if (!expects?.test(text)) faults.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text());
  });
  page.on('pageerror', (error) => note(String(error.stack ?? error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(options.baseURL).origin) note(`foreign: ${request.url()}`);
  });
  return {
    page,
    faults,
    async close() {
      await context.close();
      assert.deepEqual(faults, []);
    },
  };
}
