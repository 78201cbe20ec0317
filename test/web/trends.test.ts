/** Trends in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inTransaction } from '../../src/infra/database/database.ts';
import { ofOrganisation } from '../../src/infra/database/transaction.ts';
import { replaceBacklogOfToday } from '../../src/service/results/backlog/backlog-days-store.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { chooseOption } from './support/choose-option.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const MAIN = 'samples/uipath/Main.xaml';
const FLOW = 'samples/power-automate/ApproveInvoice.json';

describe('trends', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('are a sentence until there are two days, then charts that are tables by a key', async () => {
    const { page, close } = await open();
    // Answers are cached for a minute: each state has a grouping of its own.
    await page.goto('/trends?view=runs&group=source');
    await page.getByRole('heading', { name: 'No run in the last 30 days' }).waitFor();
    const id = await service.validate(MAIN, { environment: 'production' });
    await page.goto('/trends?view=runs&days=7&group=environment');
    await page.getByText('From a second day on').waitFor();
    assert.equal(await page.getByRole('img').count(), 0);

    await service.core.database.owner`
      update validations set validated_at = validated_at - interval '2 days' where id = ${id}`;
    await service.validate(FLOW, { platform: 'power_automate', source: 'cicd' });
    await page.goto('/trends?view=runs');
    await page.getByRole('img', { name: 'Mean score, 3 points' }).waitFor();
    await page.keyboard.press('t');
    const runs = page.getByRole('table', { name: 'Runs', exact: true });
    await runs.locator('td').nth(2).waitFor();
    assert.deepEqual(await runs.locator('td').allInnerTexts(), ['1', '0', '1']);
    const scores = page.getByRole('table', { name: 'Mean score' });
    await scores.locator('td').nth(1).waitFor();
    assert.equal((await scores.locator('td').allInnerTexts())[1], '–', 'a day without runs has no score');
    assert.equal(new URL(page.url()).search, '?view=runs&charts=table');
    await assertAccessibleInAllModes(page, 'tables');

    await chooseOption(page.getByLabel('Group by'), 'Platform');
    await page.waitForURL('**/trends?view=runs&charts=table&group=platform');
    await runs.getByRole('columnheader', { name: 'UiPath' }).waitFor();
    await runs.getByRole('columnheader', { name: 'Microsoft Power Automate' }).waitFor();
    // In a select, letters choose.
    await page.keyboard.press('Tab');
    await page.keyboard.press('t');
    await page.getByRole('img', { name: 'Resolved findings, 3 points' }).waitFor();
    await close();
  });

  it('show the backlog by severity, age, repository and owner, and the week as a page', async () => {
    const { owner, ownerSql } = service.core.database;
    const { page, close } = await open();
    await page.goto('/trends?by=owner');
    await page.getByRole('heading', { name: 'Nothing is counted yet' }).waitFor();
    await assertAccessibleInAllModes(page, 'empty backlog');
    await service.validate(MAIN, {
      metadata: JSON.stringify({ pipeline: { repository: 'bank/robots' } }),
    });
    await inTransaction(ownerSql, (sql) => replaceBacklogOfToday(ofOrganisation(sql, service.us.orgId)));
    await page.goto('/trends?days=7');
    await page.getByText('From a second day on').waitFor();
    await owner`update backlog_days set day = day - 2`;
    await inTransaction(ownerSql, (sql) => replaceBacklogOfToday(ofOrganisation(sql, service.us.orgId)));
    await page.goto('/trends');
    await page.getByRole('img', { name: 'Open findings by age, 3 points' }).waitFor();
    await page.keyboard.press('t');
    const ages = page.getByRole('table', { name: 'Open findings by age' });
    await ages.locator('tbody tr').nth(1).waitFor();
    const middle = await ages.locator('tbody tr').nth(1).locator('td').allInnerTexts();
    assert.deepEqual(middle, ['–', '–', '–', '–'], 'a day that was not counted has no numbers');
    await assertAccessibleInAllModes(page, 'backlog');
    await page.getByRole('link', { name: 'bank/robots', exact: true }).click();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.waitForURL((address) => !address.searchParams.has('repository'));
    await page.getByRole('link', { name: 'Weekly report' }).click();
    await page.getByRole('heading', { name: 'Open critical findings' }).waitFor();
    await page.getByRole('table', { name: 'Repositories' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.getByText('Flowarden report').isVisible());
    await page.emulateMedia({ media: null });
    await assertAccessibleInAllModes(page, 'report');
    await close();
  });
});
