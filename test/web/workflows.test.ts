/** Workflows and their course in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { chooseOption } from './support/choose-option.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const MAIN = 'samples/uipath/Main.xaml';
const FLOW = 'samples/power-automate/ApproveInvoice.json';
const metadata = JSON.stringify({ pipeline: { repository: 'corp/robots', branch: 'main' } });

describe('workflows', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('are listed, the worst first, and searched and filtered in the address', async () => {
    const { page, close } = await open();
    await page.goto('/workflows');
    await page.getByRole('heading', { name: 'No workflow yet' }).waitFor();

    await service.validate(FLOW, { platform: 'power_automate' });
    await service.validate(MAIN, { metadata, label: 'one' });
    await service.validate(MAIN, { metadata, label: '<img src=x onerror=alert(1)>\u202egnp.exe' });
    const { items } = await service.call<{ items: { filename: string }[] }>('/workflows');
    await page.goto('/workflows');
    await page.getByText('2 workflows').waitFor();
    assert.deepEqual(
      await page.locator('tbody .row-link').allInnerTexts(),
      items.map(({ filename }) => filename),
    );
    await page.getByRole('img', { name: /^Scores of 2 runs/ }).waitFor();

    await page.getByRole('button', { name: 'Last run' }).click();
    await page.waitForURL('**/workflows?sort=time');
    await page.getByText('Platform', { exact: true }).first().click();
    await page.getByRole('checkbox', { name: 'UiPath' }).check();
    await page.getByText('1 workflow', { exact: true }).waitFor();
    assert.equal(new URL(page.url()).search, '?sort=time&platform=platform_1');
    await page.goto('/workflows?q=nothing-has-this&score=low');
    await page.getByRole('heading', { name: 'No workflow matches' }).waitFor();
    await assertAccessibleInAllModes(page, 'filtered empty');
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.getByText('2 workflows').waitFor();
    await close();
  });

  it('show their course, runs and open findings by the keyboard alone', async () => {
    const { page, close } = await open({ expects: /40[04]/ });
    await page.goto('/workflows?q=Main');
    await page.getByRole('link', { name: 'Main.xaml' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Main.xaml' }).waitFor();
    await page.getByRole('img', { name: 'Score, 2 points' }).waitFor();
    await page.getByRole('table', { name: 'Open findings' }).waitFor();
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    assert.equal(await page.locator('main img').count(), 0);

    await page.keyboard.press('t');
    const numbers = page.getByRole('table', { name: 'Score' });
    const runs = page.getByRole('table', { name: 'Runs', exact: true });
    for (const table of [numbers, runs]) await table.getByRole('row').nth(2).waitFor();
    assert.equal(await numbers.getByRole('row').count(), 3);
    assert.equal(await runs.getByRole('row').count(), 3);
    assert.equal(new URL(page.url()).search, '?charts=table');
    await assertAccessibleInAllModes(page, 'tables');

    await page.getByRole('table', { name: 'Open findings' }).getByRole('link').first().press('Enter');
    await page.waitForURL('**/validations/*?finding=*');
    await page.goto('/workflows/00000000-0000-7000-8000-000000000000');
    await page.getByRole('heading', { name: 'No workflow has this id' }).waitFor();
    await close();
  });

  it('have an owner, a criticality and a class of data, which filter the lists', async () => {
    const { id: teamId } = await service.call<{ id: string }>('/teams', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Payments <b>' }),
    });
    const { page, close } = await open();
    await page.goto('/workflows?repository=corp/robots');
    await page.getByRole('link', { name: 'Main.xaml' }).press('Enter');
    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit workflow' });
    await chooseOption(form.getByLabel('Owner'), 'Payments');
    await chooseOption(form.getByLabel('Criticality'), 'High');
    await chooseOption(form.getByLabel('Data class'), 'Restricted');
    await assertAccessibleInAllModes(page, 'edit');
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('definition').filter({ hasText: 'Payments <b>' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Restricted' }).waitFor();

    await page.getByRole('button', { name: 'Edit' }).press('Enter');
    await chooseOption(form.getByLabel('Criticality'), 'Not stated');
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    await form.waitFor({ state: 'detached' });
    const { items } = await service.call<{
      items: { ownerTeamId: string; hasSetOwner: boolean; criticality: null; dataClass: string }[];
    }>(`/workflows?ownerTeamId=${teamId}`);
    assert.deepEqual(
      items.map(({ hasSetOwner, criticality, dataClass }) => ({ hasSetOwner, criticality, dataClass })),
      [{ hasSetOwner: true, criticality: null, dataClass: 'restricted' }],
    );

    for (const list of ['workflows', 'findings']) {
      await page.goto(`/${list}`);
      await page.locator('summary', { hasText: 'Owner' }).press('Enter');
      await page.getByRole('checkbox', { name: 'Payments <b>' }).press('Space');
      await page.locator('summary', { hasText: 'Data class' }).press('Enter');
      await page.getByRole('checkbox', { name: 'Restricted' }).press('Space');
      await page.getByText(list === 'workflows' ? '1 workflow' : /findings in 1 file$/).waitFor();
      assert.equal(new URL(page.url()).search, `?ownerTeamId=${teamId}&dataClass=restricted`);
      await assertAccessibleInAllModes(page, `${list} of an owner`);
    }
    await page.goto('/findings?by=owner');
    await page.getByRole('button', { name: /^Payments <b>/ }).waitFor();
    await page.getByRole('button', { name: /^No team/ }).press('Enter');
    await page.locator('.group-member').first().waitFor();
    await close();
  });

  it('are deleted after a question, and say who may not', async () => {
    await service.validate(MAIN, { metadata: metadata.replace('corp/robots', 'corp/gone') });
    const { page, close } = await open();
    await page.goto('/workflows?repository=corp/gone');
    await page.getByRole('link', { name: 'Main.xaml' }).click();
    await page.getByRole('button', { name: 'Delete workflow' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete workflow' }).press('Enter');
    await page.waitForURL('**/workflows');
    await page.getByText('The workflow is deleted.', { exact: true }).first().waitFor();
    await page.goto('/workflows?repository=corp/gone');
    await page.getByRole('heading', { name: 'No workflow matches' }).waitFor();
    const reader = await service.core.identity(['analysis:read'], service.us.orgId);
    const other = await open({ extraHTTPHeaders: service.headersOf(reader), expects: /403/ });
    await other.page.goto('/workflows');
    await other.page.getByRole('link', { name: 'Main.xaml' }).first().click();
    await other.page.getByRole('button', { name: 'Delete workflow' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Delete workflow' }).click();
    await other.page
      .getByRole('dialog')
      .getByText(/org:admin/)
      .waitFor();
    await other.close();
    await close();
  });
});
