/** The audit log in a browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const HOSTILE = '<img src=x onerror=alert(1)>\u202e';

const send = (method: string, path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  service.call<{ error?: unknown }>(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('the audit log', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('shows by the keyboard alone what an action changed, before and after', async () => {
    await send('POST', '/environments', { name: 'audited', description: HOSTILE, ruleset: 'strict' });
    const { page, close } = await open();
    await page.goto('/audit');
    const row = page.getByRole('link', { name: 'Environment created' });
    await row.waitFor();
    await page.getByText(/^Chain verified up to entry \d+$/).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary');
    await panel.getByRole('heading', { name: 'Environment created' }).waitFor();
    const ruleset = panel.getByRole('row', { name: /^Ruleset/ });
    assert.deepEqual(await ruleset.getByRole('cell').allInnerTexts(), ['none', 'strict']);
    await panel.getByText('<img src=x').waitFor();
    await assertAccessibleInAllModes(page, 'panel');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await row.and(page.locator(':focus')).waitFor();
    await close();
  });

  it('writes filters to the address, and leads from an entry to everything about its target', async () => {
    await send('POST', '/environments', { name: 'kept' });
    await send('POST', '/environments', { name: 'gone' });
    await service.call('/environments/gone', { method: 'DELETE' }).catch(() => null);
    const { page, close } = await open();
    await page.goto('/audit?action=environment.deleted');
    await page.getByRole('link', { name: 'Environment deleted' }).click();
    await page.getByRole('link', { name: 'Everything about it' }).click();
    await page.getByText('2 entries').waitFor();
    await page.getByRole('button', { name: 'Only gone' }).waitFor();
    assert.match(page.url(), /targetKind=environment&targetId=gone/);
    await page.goBack();
    await page.getByRole('complementary').waitFor();
    await page.goBack();
    await page.getByText('1 entry').waitFor();
    await page.getByLabel('From', { exact: true }).fill('2000-01-01');
    await page.getByLabel('To', { exact: true }).fill('2000-01-02');
    await page.getByRole('heading', { name: 'No entry matches' }).waitFor();
    await assertAccessibleInAllModes(page, 'filtered empty');
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('link', { name: 'Environment deleted' }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await close();
  });

  it('exports what the filters leave', async () => {
    const { page, close } = await open();
    await page.goto('/audit?targetKind=environment');
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    const rows = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n');
    assert.ok(rows.length > 2 && rows.slice(1).every((row) => row.includes('environment')), rows.join('\n'));
    await close();
  });

  it('says from which entry on the log is not as it was written', async () => {
    const { page, close } = await open();
    await page.route('**/audit-log/verification*', (route) =>
      route.fulfill({
        json: {
          verifiedUpTo: 6,
          entries: 9,
          isComplete: true,
          hash: '0',
          problem: 'entry 7 has been changed',
          nextCursor: null,
        },
      }),
    );
    await page.goto('/audit');
    await page.getByRole('alert').getByText('entry 7 has been changed').waitFor();
    await assertAccessibleInAllModes(page, 'broken chain');
    await close();
  });

  it('opens an entry that is further back than the first page', async () => {
    const first = await service.call<{ entries: { sequence: number }[] }>('/audit-log?pageSize=1');
    for (let i = 0; i < 51; i++) await send('POST', '/environments', { name: `further-${i}` });
    const { sequence } = first.entries[0]!;
    const { page, close } = await open();
    await page.goto(`/audit?entry=${sequence}`);
    await page.getByRole('complementary', { name: `Entry ${sequence}` }).waitFor();
    await close();
  });

  it('says which right is missing', async () => {
    const viewer = await service.core.identity(['analysis:read'], service.us.orgId);
    const { page, close } = await open({
      extraHTTPHeaders: service.headersOf(viewer),
      expects: /403/,
    });
    await page.goto('/audit');
    await page.getByRole('alert').getByText('audit:read').first().waitFor();
    await close();
  });
});
