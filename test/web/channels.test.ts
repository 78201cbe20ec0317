/** Channels between workflows in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exampleFile } from '../support/files/example-file.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const admin = await signIn(service, 'Ada Example');
const viewer = await signIn(service, 'Vera Example', 'viewer');

/** Validates a workflow of a repository on its main branch. */
async function send(path: string, repository: string, steps: string): Promise<string> {
  const body = new FormData();
  body.append('platform', 'uipath');
  body.append('metadata', JSON.stringify({ pipeline: { repository, branch: 'main' } }));
  body.append(
    'file',
    new Blob([new Uint8Array(exampleFile('uipath', `<Sequence>${steps}</Sequence>`))]),
    path,
  );
  const { validationId } = await service.call<{ validationId: string }>('/validate', {
    method: 'POST',
    body,
  });
  return validationId;
}

const NAME = '&lt;img src=x onerror=alert(1)&gt;';

describe('channels', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = admin.options) =>
    openPage({ baseURL: service.url, ...options });

  it('are explained where they are switched off, to an admin with the way to the setting', async () => {
    const other = await open(viewer.options);
    await other.page.goto('/channels');
    await other.page.getByText('An admin can switch it on in the settings.').waitFor();
    assert.equal(
      await other.page.getByRole('main').getByRole('link', { name: 'Open the settings' }).count(),
      0,
    );
    await other.close();

    const { page, close } = await open();
    await page.goto('/channels');
    await page.getByRole('link', { name: 'Open the settings' }).click();
    await page.getByRole('checkbox', { name: 'Show which workflows feed each other' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are stored.', { exact: true }).first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: 'No two workflows are joined yet' }).waitFor();
    await assertAccessibleInAllModes(page, 'nothing joined');
    await close();
  });

  it('show who feeds whom, with the workflow, result and picture of each side', async () => {
    await service.call('/organisation/settings', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ keepChannels: true }),
    });
    const writer = await send(
      'Dispatcher.xaml',
      'corp/dispatcher',
      `<ui:AddQueueItem QueueType="${NAME}" /><ui:AddQueueItem QueueType="Alone" />`,
    );
    await send(
      'Performer.xaml',
      'corp/performer',
      `<ui:GetQueueItem QueueType="${NAME}" TransactionItem="[item]" />`,
    );
    const { page, close } = await open();
    await page.goto('/channels');
    const table = page.getByRole('table', { name: 'Channels' });
    await table.getByRole('link', { name: '<img src=x onerror=alert(1)>' }).waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    assert.equal(await table.getByRole('row').count(), 2);
    await assertAccessibleInAllModes(page, 'channels');
    const picture = table.getByRole('link', { name: 'Picture of Dispatcher.xaml' });
    assert.equal(await picture.getAttribute('href'), `/validations/${writer}?view=picture`);

    await page.getByRole('checkbox', { name: 'Include channels with only one side' }).check();
    await table.getByRole('link', { name: 'Alone' }).waitFor();
    await table.getByText('No workflow reads it.').waitFor();
    assert.equal(new URL(page.url()).search, '?show=all');
    await page.goto('/channels?q=nothing-has-this');
    await page.getByRole('heading', { name: 'No channel matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await table.getByRole('link', { name: 'Performer.xaml', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Performer.xaml' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Channels' }).click();
    await page.waitForURL('**/channels?workflowId=*&show=all');
    await table.getByText('corp/performer').waitFor();
    assert.equal(await table.getByRole('row').count(), 2);
    await close();
  });
});
