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
    for (const path of ['/audit', '/evidence']) {
      await page.goto(path);
      await page.getByRole('alert').getByText('audit:read').first().waitFor();
    }
    await close();
  });
});

describe('evidence', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('shows each control with its exceptions and who decided, and prints and saves all of it', async () => {
    const validationId = await service.validate('samples/uipath/Main.xaml');
    const { items } = await service.call<{ items: { findingId: string }[] }>(
      '/findings?severity=critical&ruleId=UIP-SEC-002',
    );
    const requester = await service.core.identity(undefined, service.us.orgId);
    const answer = await fetch(`${service.url}/api/v1/exceptions`, {
      method: 'POST',
      headers: { ...service.headersOf(requester), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        validationId,
        findingId: items[0]!.findingId,
        reason: HOSTILE,
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    });
    const { id } = (await answer.json()) as { id: string };
    await send('POST', `/exceptions/${id}/approve`, { note: 'Until the vault is there.' });

    const { page, close } = await open({ expects: /400/ });
    await page.goto('/evidence');
    const controls = page.getByRole('table', { name: 'Controls' });
    await controls.getByRole('link', { name: 'A.5.17' }).waitFor();
    await page
      .getByRole('table', { name: 'Runs in this time' })
      .getByRole('row', { name: /UiPath/ })
      .waitFor();
    assert.equal(await controls.locator('.row-link').first().innerText(), 'A.5.3');
    await controls.getByRole('link', { name: 'A.5.17' }).press('Enter');
    const panel = page.getByRole('complementary', { name: 'Control' });
    await panel.getByText('Until the vault is there.').waitFor();
    await panel.getByText(HOSTILE).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('control'), 'ISO27001:A.5.17');
    assert.equal(await page.locator('main img').count(), 0);
    await assertAccessibleInAllModes(page, 'control');
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Report' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: 'A.5.17' }).waitFor();
    await page.getByText('Not signed off.').waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.ok(await page.getByText('Until the vault is there.').isVisible());
    assert.ok(!(await page.getByRole('button', { name: 'Print report' }).isVisible()));
    await page.emulateMedia({ media: 'screen' });
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as JSON' }).press('Enter');
    const file = await saving;
    assert.match(file.suggestedFilename(), /^evidence-ISO27001-.*\.json$/);
    const saved = JSON.parse(readFileSync(await file.path(), 'utf8'));
    assert.ok(saved.items.length > 10 && saved.nextCursor === null);

    await page.goto('/evidence?framework=PCI&from=2026-03-01&to=2026-02-01');
    await page
      .getByRole('alert')
      .getByText(/to must be after from/)
      .waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await page.getByText(/ controls of PCI DSS, /).waitFor();
    await close();
  });
});
