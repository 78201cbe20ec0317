/** Changes in a browser: one row a push in the feed, and the page of a change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAriaSnapshot } from './support/aria-snapshot.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const MAIN = 'samples/uipath/Main.xaml';
const FLOW = 'samples/power-automate/ApproveInvoice.json';
const COMMIT = '9fceb02d0ae598e95dc970b74767f19372d61af8';

const metadata = JSON.stringify({
  pipeline: {
    repository: 'bank/robots',
    branch: 'feature/x',
    commit: COMMIT,
    author: 'Amelia <b>',
    prUrl: 'https://git.example.com/bank/robots/pull/17',
    workflowRunUrl: 'https://ci.example.com/runs/4',
  },
});

describe('a change', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('is one row of the feed, whose files open below it and stay open in the address', async () => {
    await service.validate(MAIN, { enforcement_mode: 'blocking', source: 'cicd', metadata });
    await service.validate(FLOW, { platform: 'power_automate', metadata });
    await service.validate(MAIN, { label: 'alone' });
    const { page, close } = await open();
    await page.goto('/feed');
    const row = page.getByRole('row', { name: /bank\/robots\u2069 @ 9fceb02/ });
    await row.getByText('Blocked', { exact: true }).waitFor();
    assert.equal(await page.locator('tbody > tr').count(), 2);
    await assertAriaSnapshot(page.getByRole('table'), 'feed-changes');
    await row.getByRole('button', { name: '2 files' }).press('Enter');
    await row.getByRole('link', { name: 'ApproveInvoice.json' }).waitFor();
    await assertAccessibleInAllModes(page, 'open files');
    await page.reload();
    await row.getByRole('link', { name: 'Main.xaml' }).waitFor();
    await page.getByRole('link', { name: 'Files', exact: true }).press('Enter');
    await page.getByText('3 runs').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('view'), 'files');
    await close();
  });

  it('has a page with everything that belongs to it, and its results lead back', async () => {
    const { page, close } = await open();
    await page.goto('/feed');
    await page.getByRole('link', { name: /bank\/robots\u2069 @ 9fceb02/ }).press('Enter');
    await page.getByRole('heading', { level: 1, name: /bank\/robots\u2069 @ 9fceb02/ }).waitFor();
    await page.getByText(/^Blocked in 1 of 2 runs: the gate counts \d+ findings\.$/).waitFor();
    await page.getByRole('link', { name: 'Pull request 17' }).waitFor();
    await page.getByText('Amelia <b>').waitFor();
    await page.getByText(COMMIT).waitFor();
    await assertAccessibleInAllModes(page, 'change');
    await page.getByRole('link', { name: 'Main.xaml' }).press('Enter');
    await page.waitForURL('**/validations/*');
    await page.getByRole('link', { name: 'Change of this commit' }).press('Enter');
    await page.waitForURL('**/changes/*');
    await close();
  });

  it('shows what a later run of its file replaces', async () => {
    await service.validate(MAIN, { enforcement_mode: 'advisory', metadata });
    const { page, close } = await open();
    await page.goto('/feed');
    await page.getByRole('link', { name: /bank\/robots\u2069 @ 9fceb02/ }).press('Enter');
    await page.getByText(/^Passed, as the mode does not block: \d+ findings would block\.$/).waitFor();
    await page.getByRole('link', { name: 'Earlier runs 1' }).press('Enter');
    await page.getByRole('table', { name: 'Earlier runs' }).getByText('Blocked').waitFor();
    await page.getByRole('link', { name: 'New findings 0' }).press('Enter');
    await page.getByText(/^Nothing is new/).waitFor();
    await close();
  });
});
