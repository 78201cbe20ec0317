/** From nothing to the first run of a pipeline, in a browser. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SUBMIT_PIPELINES } from '../../src/cli/setup/submit-pipelines.ts';
import { readSubmitArguments } from '../../src/cli/submit/arguments.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

describe('the screen that connects a pipeline', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('leads by the keyboard from an empty feed to a key, a command and its run', async () => {
    const { page, close } = await open();
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Connect a pipeline' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Connect a pipeline' }).waitFor();
    await page.getByText('secrets.FLOWARDEN_API_KEY').waitFor();
    await page.getByRole('link', { name: 'curl' }).press('Enter');
    await page.getByText('printf').waitFor();
    assert.equal(new URL(page.url()).search, '?system=curl');

    await page.getByRole('button', { name: 'Create API key' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'API key curl' });
    const key = await dialog.locator('code').first().innerText();
    await assertAccessibleInAllModes(page, 'key');
    await dialog.getByLabel('I have stored').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.ok(!(await page.content()).includes(key), 'the key is not in the page any more');
    assert.ok(!page.url().includes(key));

    const shown = await page.getByRole('region', { name: 'command' }).innerText();
    const command = shown.replace('YOUR-ORGANISATION-ID', service.us.orgId);
    const folder = temporaryFolder();
    copyFileSync('samples/uipath/Main.xaml', join(folder, 'Main.xaml'));
    const answer = await run(command, folder, `${key}\n`);
    const { validationId } = JSON.parse(answer) as { validationId: string };
    await page.getByText('Main.xaml has arrived.').waitFor();
    await assertAccessibleInAllModes(page, 'arrived');
    await page.getByRole('link', { name: 'Open the result' }).click();
    await page.waitForURL(`**/validations/${validationId}`);
    await close();
  });

  it('says what a key needs when one cannot be made', async () => {
    const reader = await service.core.identity(['analysis:read'], service.us.orgId);
    const { page, close } = await open({ extraHTTPHeaders: service.headersOf(reader), expects: /403/ });
    await page.goto('/connect?system=jenkins');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('alert').getByText('keys:manage').first().waitFor();
    await assertAccessibleInAllModes(page, 'refused');
    await close();
  });
});

describe('pipelines that send files', () => {
  for (const [name, { text }] of Object.entries(SUBMIT_PIPELINES)) {
    if (name === 'curl') continue;
    it(`of ${name} use arguments of the command`, () => {
      const [, words = ''] = /flowarden submit ([^\n]*(?:\n\s+--[^\n]*)?)/.exec(text) ?? [];
      const read = readSubmitArguments(words.trim().split(/\s+/));
      assert.deepEqual(read === 'help' ? null : read.paths, ['.']);
    });
  }
});

/** Runs a command of the page in a shell, with a text to read, and returns what it prints. */
function run(command: string, folder: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('bash', ['-c', command], { cwd: folder }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    child.stdin!.end(input);
  });
}
