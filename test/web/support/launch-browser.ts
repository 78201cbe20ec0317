/** Start of the browser, for tests and measurements. */
import assert from 'node:assert/strict';
import { type Browser, chromium } from 'playwright-core';
import type { BrowserProgram } from './chromium.ts';

/** Name of this machine that is another site for the browser. */
export const FOREIGN_HOST = 'evil.test';

/** Arguments of the browser. Those of the package would switch its security off. */
const ARGUMENTS = [
  '--headless=shell',
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`,
];

/** Starts a browser. */
export async function launchBrowser(program: BrowserProgram | null): Promise<Browser> {
  assert.ok(program, 'there is no browser');
  return chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env } as Record<string, string>,
    args: ARGUMENTS,
    ignoreDefaultArgs: ['--headless'],
  });
}
