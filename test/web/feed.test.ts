/** The feed in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAriaSnapshot } from './support/aria-snapshot.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const MAIN = 'samples/uipath/Main.xaml';
const FLOW = 'samples/power-automate/ApproveInvoice.json';

describe('the feed', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('says how the first run comes there, and shows runs that come while it is open', async () => {
    const { page, close } = await open();
    await page.goto('/feed');
    await page.getByRole('heading', { name: 'No run yet' }).waitFor();
    await service.validate(MAIN, { enforcement_mode: 'blocking', source: 'cicd', label: 'nightly' });
    await page.getByRole('button', { name: 'Show 1 new change' }).waitFor({ timeout: 8_000 });
    await page.keyboard.press('.');
    const row = page.getByRole('row', { name: /Main\.xaml/ });
    await row.getByText('Blocked').waitFor();
    await row.getByText('CI/CD').waitFor();
    await page.getByRole('link', { name: '1 blocked file' }).waitFor();
    await close();
  });

  it('filters in the address, counts what each filter would show, and opens a run by the keyboard', async () => {
    await service.validate(FLOW, { platform: 'power_automate' });
    const { page, close } = await open();
    await page.goto('/feed?view=files');
    await page.getByText('2 runs').waitFor();
    await page.getByText('Verdict', { exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'Blocked 1' }).check();
    await page.getByText('1 run', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?passed=false&view=files');
    await page.keyboard.press('Escape');
    await assertAriaSnapshot(page.getByRole('table'), 'feed');
    await page.goBack();
    await page.getByText('2 runs').waitFor();

    await page.goto('/feed?q=nothing-has-this');
    await page.getByRole('heading', { name: 'No run matches' }).waitFor();
    await assertAccessibleInAllModes(page, 'filtered empty');
    await page.getByRole('button', { name: 'Clear filters' }).last().press('Enter');
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Main.xaml' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/validations/*');
    await close();
  });

  it('opens one stream for all tabs of a browser, and each of them shows what happens', async () => {
    const { page, close } = await open();
    const streams: string[] = [];
    const context = page.context();
    context.on('request', (request) => {
      if (request.url().endsWith('/feed/stream')) streams.push(request.url());
    });
    await page.goto('/feed?view=files');
    await page.getByText(/^\d+ runs$/).waitFor();
    const second = await context.newPage();
    await second.goto('/feed?view=files');
    await second.getByText(/^\d+ runs$/).waitFor();
    await service.validate(MAIN, { label: 'for both' });
    await page.getByRole('button', { name: 'Show 1 new run' }).waitFor({ timeout: 8_000 });
    await second.getByRole('button', { name: 'Show 1 new run' }).waitFor({ timeout: 8_000 });
    assert.equal(streams.length, 1);
    await close();
  });

  it('says what failed, and tries again', async () => {
    const { page, close } = await open({ expects: /503/ });
    await page.route('**/api/v1/changes', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'Retry-After': '60' },
        json: {
          error: { code: 'query_timeout', message: 'The query took too long.', docsUrl: '/docs/errors' },
        },
      }),
    );
    await page.goto('/feed');
    await page.getByRole('alert').getByText('The query took too long.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Main.xaml' }).first().waitFor();
    await close();
  });
});
