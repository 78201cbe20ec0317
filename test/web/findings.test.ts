/** Findings of all files in a browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { chooseOption } from './support/choose-option.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const MAIN = 'samples/uipath/Main.xaml';
const FLOW = 'samples/power-automate/ApproveInvoice.json';

interface Counts {
  readonly total: number;
  readonly groups: readonly { readonly key: string; readonly name: string; readonly count: number }[];
}

describe('findings of all files', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('are grouped by rule; a group opens in place, and a finding in its result, by the keyboard alone', async () => {
    const { page, close } = await open();
    await page.goto('/findings');
    await page.getByRole('heading', { name: 'No workflow yet' }).waitFor();

    await service.validate(MAIN);
    await service.validate(FLOW, { platform: 'power_automate' });
    const { total, groups } = await service.call<Counts>('/findings/counts?by=rule');
    await page.goto('/findings');
    await page.getByText(`${total} findings in 2 files`).waitFor();
    assert.equal(await page.locator('.group-row').count(), groups.length);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/findings?open=${groups[0]!.key}`);
    await page.locator('.group-member').first().waitFor();
    assert.equal(await page.locator('.group-member').count(), groups[0]!.count);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/validations/*?finding=*');
    await page.goBack();
    await page.locator('.group-member').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.waitForURL('**/exceptions/new?validation=*&finding=*');
    await page.goto(`/rules/${groups[0]!.key}`);
    await page.getByRole('link', { name: new RegExp(`^${groups[0]!.count} open finding`) }).press('Enter');
    await page.waitForURL(`**/findings?ruleId=${groups[0]!.key}&open=${groups[0]!.key}`);
    await page.emulateMedia({ media: 'print' });
    await page.getByText(/^Flowarden report, .*\/findings\?ruleId=/).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: null });
    await page.goto('/findings');

    await chooseOption(page.getByLabel('Group by'), 'File');
    await page.getByRole('button', { name: /^Main\.xaml/ }).waitFor();
    assert.equal(new URL(page.url()).search, '?by=workflow');
    await close();
  });

  it('are filtered with counts, and exported as filtered', async () => {
    const { page, close } = await open();
    const { groups } = await service.call<Counts>('/findings/counts?by=severity');
    const { key, count } = groups[0]!;
    await page.goto('/findings');
    await page.locator('summary', { hasText: 'Severity' }).click();
    await page.getByRole('checkbox', { name: new RegExp(`^${key} ${count}$`, 'i') }).check();
    await page.getByText(new RegExp(`^${count} findings? in`)).waitFor();
    assert.equal(new URL(page.url()).search, `?severity=${key}`);
    for (const format of ['CSV', 'SARIF'] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Export as ${format}` }).click(),
      ]);
      const text = readFileSync(await file.path(), 'utf8');
      assert.ok(file.suggestedFilename().endsWith(format.toLowerCase()), file.suggestedFilename());
      if (format === 'SARIF')
        assert.equal(
          (JSON.parse(text) as { runs: { results: unknown[] }[] }).runs.flatMap(({ results }) => results)
            .length,
          count,
        );
      else assert.equal(text.trimEnd().split('\r\n').length, count + 1);
    }
    await page.goto('/findings?q=nothing-has-this');
    await page.getByRole('heading', { name: 'No finding matches' }).waitFor();
    await assertAccessibleInAllModes(page, 'filtered empty');
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.locator('.group-row').first().waitFor();
    await close();
  });

  it('say how many files were checked where nothing is open', async () => {
    const { page, close } = await open();
    const counts = { by: 'rule', total: 0, workflows: 0, groups: [], isComplete: true };
    await page.route('**/api/v1/findings/counts?**', (route) => route.fulfill({ json: counts }));
    await page.goto('/findings');
    await page.getByRole('heading', { name: 'Nothing open in 2 files' }).waitFor();
    await assertAccessibleInAllModes(page, 'clean');
    await close();
  });

  it('are assigned, and get exceptions, several at once', async () => {
    await service.validate(MAIN);
    const { page, close } = await open();
    await page.goto('/findings?by=workflow');
    await page.getByRole('button', { name: /^Main\.xaml/ }).press('Enter');
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'Assign' }).press('Enter');
    await page.getByLabel('Due').fill('2030-01-31');
    await page.getByLabel('Comment').fill('Move it to the vault.');
    await assertAccessibleInAllModes(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).press('Enter');
    await page.getByText('2 findings changed.').first().waitFor();
    await page.getByText('Move it to the vault.').nth(1).waitFor();
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Request exceptions' }).press('Enter');
    await page.getByLabel('Reason').fill('The vault comes in May.');
    await page.getByLabel('Last day').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
    await page.getByRole('button', { name: 'Request', exact: true }).press('Enter');
    await page.getByText('2 exceptions requested.').first().waitFor();
    const { total } = await service.call<Counts>('/findings/counts?by=severity&status=pending');
    assert.equal(total, 2);
    await close();
  });

  it('are assigned in their panel, where the run is the newest one', async () => {
    const old = await service.validate(MAIN);
    const id = await service.validate(MAIN);
    const { items } = await service.call<{ items: { findingId: string; filename: string }[] }>('/findings');
    const { findingId } = items.find(({ filename }) => MAIN.endsWith(filename))!;
    const { page, close } = await open();
    await page.goto(`/validations/${id}?finding=${findingId}`);
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByLabel('Comment').fill('Ask the owner of the vault.');
    await assertAccessibleInAllModes(page, 'assign in the panel');
    await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
    await page.getByText('1 finding changed.').first().waitFor();
    const assigned = await service.call<{ items: { comment: string | null }[] }>('/findings');
    assert.ok(assigned.items.some(({ comment }) => comment === 'Ask the owner of the vault.'));
    await page.goto(`/validations/${old}?finding=${findingId}`);
    await page.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('Findings are assigned in the newest run of a file').waitFor();
    await page.goto('/exceptions?mine=true');
    await page.getByRole('button', { name: 'Save view' }).click();
    await page.getByLabel('Name').fill('My requests');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'My requests' }).waitFor();
    await page.goto('/feed?view=files');
    await page.getByRole('button', { name: 'Save view' }).waitFor();
    await assertAccessibleInAllModes(page, 'feed with views');
    await close();
  });

  it('are assigned to a team of any page', async () => {
    await service.validate(MAIN);
    for (const name of ['First', 'Second'])
      await service.call('/teams', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name }),
      });
    const { page, close } = await open();
    // Pages end early where teams are large.
    await page.route('**/api/v1/teams*', (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('pageSize', '1');
      return route.continue({ url: url.href });
    });
    await page.goto('/findings?by=workflow');
    await page.getByRole('button', { name: /^Main\.xaml/ }).press('Enter');
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check();
    await page.getByRole('button', { name: 'Assign' }).press('Enter');
    await page.getByLabel('To', { exact: true }).selectOption('Team Second');
    await close();
  });

  it('are filtered by saved views', async () => {
    await service.validate(MAIN);
    const { page, close } = await open();
    await page.goto('/findings?severity=critical');
    await page.getByRole('button', { name: 'Save view' }).press('Enter');
    await page.getByLabel('Name').fill('Criticals');
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('link', { name: 'Criticals' }).waitFor();
    await page.goto('/findings');
    await page.getByRole('link', { name: 'Criticals' }).press('Enter');
    await page.waitForURL('**/findings?severity=critical');
    await assertAccessibleInAllModes(page);
    await page.getByRole('button', { name: 'Delete view' }).press('Enter');
    await page.getByRole('link', { name: 'Criticals' }).waitFor({ state: 'detached' });
    await close();
  });
});
