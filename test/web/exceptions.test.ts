/** Exceptions in a browser: requested by one key, decided by another. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../support/processes.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const approver = await service.core.identity(undefined, service.us.orgId);
const validationId = await service.validate('samples/uipath/Main.xaml');
const { findings } = await service.call<{ findings: { id: string }[] }>(`/results/${validationId}/findings`);

/** Requests an exception for one of the findings. */
const request = (index: number, reason: string) =>
  service.call<{ id: string }>('/exceptions', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      validationId,
      findingId: findings[index]!.id,
      reason,
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    }),
  });

describe('exceptions', { skip: BROWSER_ABSENT }, () => {
  const open = (identity = service.us, options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(identity), ...options });

  it('are requested and approved by the keyboard alone, and not by the key that requested', async () => {
    const ours = await open();
    await ours.page.goto('/exceptions');
    await ours.page.getByRole('heading', { name: 'Nothing to decide' }).waitFor();

    await ours.page.goto(`/exceptions/new?validation=${validationId}&finding=${findings[0]!.id}`);
    await ours.page.getByText('1 open finding in 1 file').waitFor();
    await ours.page.getByLabel('Reason').focus();
    await ours.page.getByRole('button', { name: 'Request exception' }).press('Enter');
    await ours.page.getByText('Write down why the exception is needed.').waitFor();
    await assertAccessibleInAllModes(ours.page, 'form');
    await ours.page.getByLabel('Reason').focus();
    await ours.page.keyboard.type('The vault comes with <b>the next</b> release.');
    await ours.page.getByRole('button', { name: 'Request exception' }).press('Enter');

    await ours.page.getByText('You may not decide.').waitFor();
    await ours.page.getByText('You requested this exception yourself').waitFor();
    assert.equal(await ours.page.getByRole('button', { name: 'Approve' }).count(), 0);
    await assertAccessibleInAllModes(ours.page, 'own request');
    await ours.page.keyboard.press('a');
    assert.equal(await ours.page.getByRole('dialog').count(), 0);
    await ours.page.goto('/exceptions');
    await ours.page.getByText('You requested it').waitFor();
    assert.equal(await ours.page.getByRole('checkbox', { name: /^Select/ }).count(), 0);

    const theirs = await open(approver);
    await theirs.page.goto('/exceptions');
    await theirs.page.getByText('You can decide').waitFor();
    await theirs.page.getByRole('checkbox', { name: 'My requests only' }).press('Space');
    await theirs.page.waitForURL('**/exceptions?mine=true');
    await theirs.page.getByRole('heading', { name: 'No exception matches' }).waitFor();
    await theirs.page.goBack();
    await theirs.page.getByText('You can decide').waitFor();
    await theirs.page.keyboard.press('j');
    await theirs.page.keyboard.press('Enter');
    await theirs.page.getByText('The vault comes with <b>the next</b> release.').waitFor();
    await theirs.page.getByText('1 open finding in 1 file').waitFor();
    await theirs.page.keyboard.press('a');
    const dialog = theirs.page.getByRole('dialog', { name: 'Approve this exception?' });
    await dialog.waitFor();
    await theirs.page.keyboard.type('Until the vault is there.');
    await dialog.getByRole('button', { name: 'Approve exception' }).press('Enter');
    await theirs.page.getByText('Its findings are waived.').waitFor();
    await theirs.page.getByText('Until the vault is there.').waitFor();
    await assertAccessibleInAllModes(theirs.page, 'approved');

    await theirs.page.getByRole('button', { name: 'Revoke' }).press('Enter');
    await theirs.page.getByRole('button', { name: 'Revoke exception' }).press('Enter');
    await theirs.page.getByText('it was taken back').waitFor();
    await ours.close();
    await theirs.close();
  });

  it('are decided in bulk, each with a result of its own', async () => {
    const { page, close } = await open(approver);
    const [first] = [await request(0, 'one'), await request(1, 'two'), await request(2, 'three')];
    await page.goto('/exceptions');
    await page.getByRole('button', { name: 'Select all 3 listed' }).click();
    await page.getByText('3 selected').waitFor();
    // The stream of the feed brings what others request meanwhile.
    await request(5, 'four');
    await page.getByRole('button', { name: 'Select all 4 listed' }).waitFor();
    await assertAccessibleInAllModes(page, 'selection');
    await page.keyboard.press('r');
    const reject = page.getByRole('button', { name: 'Reject 3 exceptions' });
    await reject.waitFor();
    // The dialog is about what was chosen when it opened.
    const revoked = await service.call<{ status: string }>(`/exceptions/${first.id}/revoke`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    assert.equal(revoked.status, 'revoked', JSON.stringify(revoked));
    await reject.click();
    const results = page.getByRole('dialog', { name: '2 of 3 exceptions rejected' });
    await results.getByText('Not rejected').waitFor();
    await results.getByRole('listitem').nth(2).waitFor();
    assert.equal(await results.getByRole('listitem').count(), 3);
    await assertAccessibleInAllModes(page, 'results');
    await results.getByRole('button', { name: 'Done' }).click();
    await page.getByText('You can decide').waitFor();
    await page.getByRole('link', { name: 'Rejected' }).click();
    await page.waitForURL('**/exceptions?status=rejected');
    await page.getByText('by Test key').nth(1).waitFor();
    await until('two are listed', async () => (await page.locator('tbody tr').count()) === 2);
    await close();
  });

  it('end soon, the next one first', async () => {
    const { page, close } = await open();
    const { id } = await request(3, 'soon');
    await fetch(`${service.url}/api/v1/exceptions/${id}/approve`, {
      method: 'POST',
      headers: { ...service.headersOf(approver), 'Content-Type': 'application/json' },
      body: '{}',
    });
    await page.goto('/exceptions?status=ending');
    await page.getByText('in 6 days').waitFor();
    await assertAccessibleInAllModes(page, 'ending soon');
    await page.goto('/exceptions?status=all&ruleId=NO-SUCH-001');
    await page.getByRole('heading', { name: 'No exception matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.waitForURL('**/exceptions?status=all');
    await close();
  });

  it('say before sending why a request would be rejected', async () => {
    const { page, close } = await open(service.us, { expects: /40[04]/ });
    const { id } = await request(4, 'first');
    const address = `/exceptions/new?validation=${validationId}&finding=${findings[4]!.id}`;
    await page.goto(address);
    await page.getByText('The same exception waits for a decision already.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Request exception' }).isDisabled());
    await assertAccessibleInAllModes(page, 'same request');
    await page.getByText('More than this finding').click();
    await page.getByLabel('Files').fill('Other.xaml');
    await page.getByText('does not fit').waitFor();
    await page.getByLabel('Files').fill('*.xaml');
    await page.getByText('The same exception waits').waitFor({ state: 'detached' });
    await page.goto(address);
    await page.getByRole('link', { name: 'Show it' }).click();
    await page.waitForURL(`**/exceptions/${id}`);
    await page.goto('/exceptions/new');
    await page.getByRole('heading', { name: 'No finding is chosen' }).waitFor();
    await page.goto('/exceptions/00000000-0000-7000-8000-000000000000');
    await page.getByRole('alert').waitFor();
    await assertAccessibleInAllModes(page, 'unknown');
    await close();
  });
});
