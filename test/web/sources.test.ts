/** Sources in a browser: add one, test it, pull it, see what is missing, delete it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { connectPulls, disconnect } from '../../src/infra/database/database.ts';
import { createLogger } from '../../src/infra/logging/log.ts';
import { createSeal, deriveSourcesKey } from '../../src/infra/sealing/seal.ts';
import { startPulls } from '../../src/service/sources/pulling/start-pulls.ts';
import { startOrchestrator } from '../support/remotes/orchestrator.ts';
import { nupkg, workflowsIn } from '../support/remotes/orchestrator-tenant.ts';
import { SECRETS_KEY } from '../support/service/webhook.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const WORKFLOW = Object.values(workflowsIn(join(import.meta.dirname, '../../samples/uipath')))[0]!;
const service = await startWebService();
const admin = await signIn(service, 'Ada Example');
const viewer = await signIn(service, 'Vera Example', 'viewer');

const pullsSql = connectPulls(service.core.database.url);
const stop = startPulls(
  {
    sql: pullsSql,
    seal: createSeal(deriveSourcesKey(SECRETS_KEY)),
    networks: { allowsHttp: true, networks: [{ network: '127.0.0.0/8', orgId: null }] },
    log: createLogger('silent', 'test'),
    requestsPerSecond: 1_000,
  },
  'test',
);
after(async () => {
  await stop();
  await disconnect(pullsSql);
});

describe('sources', { skip: BROWSER_ABSENT }, () => {
  it('are explained to a person who cannot add one', async () => {
    const { page, close } = await openPage({ baseURL: service.url, ...viewer.options });
    await page.goto('/sources');
    await page.getByText('An admin can add one.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add source' }).count(), 0);
    await page.goto('/sources?create=uipath');
    await page.getByText('An admin can add one.').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await close();
  });

  it('are added, tested, pulled and deleted, and never show their secret', async () => {
    // It proposes the link by itself when a minute ends, and no person can propose the same one then.
    await service.startJobs(['announce-pulls']);
    const tenant = await startOrchestrator({
      folders: [
        { id: 1, path: 'Robots', runs: [{ id: 'Invoices', version: '1.0.0' }] },
        { id: 2, path: 'Closed', runs: [], isForbidden: true },
      ],
      packages: [
        { id: 'Invoices', version: '1.0.0', bytes: nupkg('Invoices', '1.0.0', { 'Main.xaml': WORKFLOW }) },
        { id: 'Idle', version: '0.9.0', bytes: nupkg('Idle', '0.9.0', { 'Main.xaml': WORKFLOW }) },
      ],
    });
    after(() => tenant.close());
    const form = new FormData();
    form.append('platform', 'uipath');
    form.append('metadata', JSON.stringify({ pipeline: { repository: 'bank/robots', branch: 'main' } }));
    form.append('file', new Blob([new Uint8Array(WORKFLOW)]), 'Main.xaml');
    await service.call('/validate', { method: 'POST', body: form });
    const { page, close } = await openPage({
      baseURL: service.url,
      expects: /400/,
      ...admin.options,
    });
    page.setDefaultTimeout(20_000);
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Main.xaml' }).first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'No source yet' }).waitFor();
    await page.getByRole('button', { name: 'Add source' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Production');
    await dialog.getByLabel('Address').fill(tenant.url);
    await dialog.getByLabel('App ID').fill('client-1');
    await dialog.getByLabel('App secret').fill('secret-1');
    await dialog.getByRole('button', { name: 'Add source' }).click();
    await dialog.getByText('is not a host of UiPath').waitFor();
    await dialog.getByLabel('An Orchestrator of your own').check();
    await dialog.getByLabel('App secret').fill('two words');
    await dialog.getByRole('button', { name: 'Add source' }).click();
    await dialog.getByText('must be one word').waitFor();
    await dialog.getByText('Production has been added, without a credential.').waitFor();
    // The credential goes to the address that was sent.
    assert.equal(await dialog.getByLabel('Address').count(), 0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('table', { name: 'Sources' }).getByText('No credential').waitFor();
    await page.getByRole('link', { name: 'Production' }).click();
    await page.getByRole('button', { name: 'Change credential' }).click();
    await dialog.getByLabel('App ID').fill('client-1');
    await dialog.getByLabel('App secret').fill('secret-1');
    await dialog.getByRole('button', { name: 'Change credential' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Production', level: 1 }).waitFor();
    await page.getByText('Nothing has been pulled yet.').waitFor();
    await page.getByText('Not pulled yet', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Test access' }).click();
    await page.getByRole('heading', { name: 'Last test' }).waitFor();
    await page.getByText('The folder "Closed" cannot be read.', { exact: false }).first().waitFor();

    await page.getByRole('button', { name: 'Pull now' }).click();
    await page.getByRole('heading', { name: 'Last pull' }).waitFor();
    await page.getByText('Incomplete', { exact: true }).first().waitFor();
    await page.getByText('1 of at least 2').first().waitFor();
    await page.getByText('1 not running').first().waitFor();
    await page.getByRole('link', { name: 'Invoices' }).waitFor();
    await assertAccessibleInAllModes(page, 'a pulled source');
    assert.doesNotMatch(await page.content(), /secret-1/);

    await page.getByLabel('Without a result').selectOption('not_running');
    await page.getByText('No result: not running').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('table', { name: 'Sources' }).getByText('1 of at least 2').first().waitFor();
    await assertAccessibleInAllModes(page, 'the sources');

    await page.goto('/drift');
    const drift = page.getByRole('table', { name: 'Drift' });
    await drift.getByText('Not linked').first().waitFor();
    await drift.getByRole('link', { name: 'Invoices' }).click();
    const panel = page.getByRole('complementary', { name: 'Drift of Invoices' });
    await panel.getByRole('link', { name: 'Picture in the tenant: Main.xaml' }).waitFor();
    await panel.getByRole('link', { name: 'Picture in the repository: Main.xaml' }).waitFor();
    // The sample has findings that block.
    await panel.getByText('Blocked', { exact: true }).waitFor();
    await assertAccessibleInAllModes(page, 'drift of a package');
    await panel.getByRole('textbox', { name: 'Repository' }).fill('bank/robots');
    await panel.getByRole('button', { name: 'Propose the link' }).click();
    // A link that was rejected or removed can be confirmed later: the same pair is not proposed twice.
    await page.getByRole('button', { name: 'Reject Invoices' }).click();
    await page.getByRole('heading', { name: 'Proposed links' }).waitFor({ state: 'detached' });
    await drift.getByRole('link', { name: 'Invoices' }).click();
    await panel.getByRole('heading', { name: 'Rejected links' }).waitFor();
    await assertAccessibleInAllModes(page, 'a rejected link');
    await panel.getByRole('button', { name: 'Confirm Invoices' }).click();
    await panel.getByText('Compared with bank/robots').waitFor();
    await drift.getByText('bank/robots').waitFor();
    await panel.getByRole('button', { name: 'Remove the link' }).click();
    await panel.getByText('as nothing is linked').waitFor();
    await drift.getByText('Not linked').first().waitFor();
    await panel.getByRole('button', { name: 'Confirm Invoices' }).click();
    await drift.getByText('bank/robots').waitFor();
    await page.goto('/drift?state=older');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();

    await page.goto('/sources');
    await page.getByRole('link', { name: 'Production' }).click();
    await page.getByRole('button', { name: 'Delete source' }).click();
    await page.getByText('what is known of 2 packages').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete source' }).click();
    await page.getByRole('heading', { name: 'No source yet' }).waitFor();
    await close();
  });
});
