/** Settings, environments and usage in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { chooseOption } from './support/choose-option.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

describe('the settings', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });
  const patch = (body: object) =>
    service.call('/organisation/settings', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const stored = () => service.call<Record<string, unknown>>('/organisation/settings');

  it('are changed by the keyboard alone', async () => {
    const { page, close } = await open();
    await page.goto('/settings');
    const threshold = page.getByLabel('Alert below a score of');
    await threshold.fill('70');
    await assertAccessibleInAllModes(page, 'changed');
    await threshold.press('Enter');
    await page.getByText('The settings are stored.').first().waitFor();
    assert.equal((await stored()).scoreAlertThreshold, 70);
    await page.getByText('Last changed').waitFor();
    await close();
  });

  it('show both values when two people change the same, and either can be stored', async () => {
    const { page, close } = await open({ expects: /412/ });
    await page.goto('/settings');
    const days = page.getByLabel('Keep results (days)');
    await days.fill('90');
    await patch({ retentionDays: 120 });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('yours: 90, theirs: 120').waitFor();
    assert.equal((await stored()).retentionDays, 120, 'nothing is overwritten');
    await assertAccessibleInAllModes(page, 'conflict');
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value === '120'),
    );

    await days.fill('200');
    await patch({ retentionDays: 150 });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('The settings are stored.').first().waitFor();
    assert.equal((await stored()).retentionDays, 200);
    await close();
  });

  it('hold environments, which are added, changed and deleted', async () => {
    const { page, close } = await open();
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Add environment' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('acceptance');
    await chooseOption(form.getByLabel('Enforcement mode'), 'Blocking');
    await form.getByRole('button', { name: 'Add environment' }).click();
    await page.getByRole('link', { name: 'acceptance' }).click();
    await page.getByRole('heading', { level: 1, name: 'acceptance' }).waitFor();
    await chooseOption(page.getByLabel('Ruleset'), 'Strict');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The environment is stored.').first().waitFor();
    const { ruleset, enforcementMode } =
      await service.call<Record<string, unknown>>('/environments/acceptance');
    assert.deepEqual([ruleset, enforcementMode], ['strict', 'blocking']);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete environment' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('link', { name: 'acceptance' }).waitFor({ state: 'detached' });
    await close();
  });

  it('show the plan and what was counted', async () => {
    await service.validate('samples/uipath/Main.xaml');
    const { page, close } = await open();
    await page.goto('/settings/usage');
    await page.getByText('1, unlimited').waitFor();
    await close();
  });
});
