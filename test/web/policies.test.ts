/** Policy packs in a browser. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { buildPack } from '../../src/policy/resolve/build-pack.ts';
import { BUILD_DEPS, build, packFolder, packText } from '../support/policies/pack-folder.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { chooseOption } from './support/choose-option.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const PACK = `rules:
  UIP-MNT-016: high
environments:
  production: { mode: blocking }
`;

describe('policy packs', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('are assigned by the keyboard, and show each decision with its place', async () => {
    const { page, close } = await open();
    await page.goto('/policies');
    await page.getByRole('heading', { name: 'No pack is published' }).waitFor();

    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(writePack(await build(PACK)))]), 'test.flowpack');
    await service.call('/policy-packs', { method: 'POST', body });
    await page.goto('/policies');
    await page.getByRole('button', { name: 'Assign pack' }).click();
    const form = page.getByRole('dialog');
    await chooseOption(form.getByLabel('Environment'), 'production');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Assign pack' }).click();
    await page.getByRole('row', { name: /production test@1\.0\.0/ }).waitFor();
    const { assignments } = await service.call<{ assignments: { environment: string }[] }>(
      '/policy-assignments',
    );
    assert.deepEqual(
      assignments.map(({ environment }) => environment),
      ['production'],
    );

    await page.getByRole('link', { name: 'test', exact: true }).click();
    await chooseOption(page.getByLabel('Environment'), 'production');
    await page.getByLabel('Search rules').fill('UIP-MNT-016');
    const row = page.getByRole('row', { name: /UIP-MNT-016/ });
    await row.getByText('High', { exact: true }).waitFor();
    await row
      .getByText(/pack\.yaml:8/)
      .first()
      .waitFor();
    await page.getByText('blocking', { exact: true }).waitFor();
    await close();
  });

  it('are tried on earlier runs: the page says why verdicts are unknown, and shows many page by page', async () => {
    await service.validate('samples/uipath/Main.xaml');
    await service.startJobs();
    const { page, close } = await open();
    const flip = {
      path: 'Main.xaml',
      platform: 'uipath',
      repository: null,
      branch: null,
      environment: null,
      passes: false,
      class: 'exact',
      rules: ['UIP-SEC-001'],
    };
    const flips = Array.from({ length: 60 }, (_, index) => ({ ...flip, validationId: String(index) }));
    const shown = { flips, reasons: { options: 2, rule_on: 340 }, unknownRules: { 'FIN-REL-001': 340 } };
    let results = 0;
    await page.route('**/api/v1/policy-dry-runs/*', async (route) => {
      const run = await (await route.fetch()).json();
      if (run.result !== null) {
        Object.assign(run.result, shown);
        results += 1;
      }
      await route.fulfill({ json: run });
    });
    await page.goto('/policies/test');
    await page.getByRole('button', { name: 'Try on the last 30 days' }).click();
    await page.getByText('Would no longer pass').waitFor();
    assert.match(page.url(), /dryRun=/);
    await assertAccessibleInAllModes(page, 'dry run');
    const reasons = page.getByRole('table', { name: 'Reasons' }).getByRole('row');
    assert.match((await reasons.nth(1).textContent())!, /A rule is on that was off.*340/);
    await page.getByRole('table', { name: 'Rules', exact: true }).getByText('FIN-REL-001').waitFor();
    const verdicts = page.getByRole('table', { name: 'Verdicts that change' }).getByRole('row');
    assert.equal(await verdicts.count(), 1 + 50);
    await page.getByRole('button', { name: 'More verdicts' }).press('Enter');
    assert.equal(await verdicts.count(), 1 + 60);
    await page.getByRole('button', { name: 'Assign this version' }).press('Enter');
    assert.match(await page.getByRole('dialog').getByLabel('Pack').inputValue(), /^test@/);
    assert.equal(results, 1, 'a dry run that is over is not read again');
    await close();
  });

  it('are published from a file once it is checked, and compared with an earlier version', async () => {
    const { page, close } = await open({ expects: /status of 400/ });
    await page.goto('/policies');
    await page.getByRole('button', { name: 'Publish pack' }).click();
    const dialog = page.getByRole('dialog');
    const input = dialog.locator('input[type=file]');
    await input.setInputFiles('package.json');
    await dialog.getByRole('alert').getByText(/pack/i).first().waitFor();
    assert.equal(await dialog.getByRole('button', { name: /^Publish test/ }).count(), 0);

    const text = packText(PACK.replace('high', 'low'), 'test', '1.1.0').replace('revision: 1', 'revision: 2');
    const next = await buildPack(packFolder({ 'pack.yaml': text }), BUILD_DEPS);
    await input.setInputFiles({
      name: 'test.flowpack',
      mimeType: 'application/json',
      buffer: Buffer.from(writePack(next)),
    });
    await dialog.getByText('test.flowpack is sound: test@1.1.0, revision 2.').waitFor();
    await assertAccessibleInAllModes(page, 'publish pack');
    await dialog.getByRole('button', { name: 'Publish test@1.1.0' }).press('Enter');
    await page.getByRole('row', { name: /test 1\.1\.0/ }).waitFor();

    await page.goto('/policies/test?environment=production');
    await chooseOption(page.getByLabel('Compare with'), '1.0.0');
    const rows = page.getByRole('table', { name: 'Differences' }).getByRole('row');
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 1 + 1);
    assert.match((await rows.nth(1).textContent())!, /UIP-MNT-016high.*low/);
    await assertAccessibleInAllModes(page, 'differences of a pack');
    await close();
  });

  it('must be signed once a key is trusted, which waits until no unsigned pack is in force', async () => {
    const { page, close } = await open({ expects: /status of 409/ });
    await page.goto('/policies');
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
    await page.getByRole('button', { name: 'Trust key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Public key').fill(publicKey.toString());
    await dialog.getByLabel('Packs').fill('finance-*, test');
    await dialog.getByRole('button', { name: 'Trust key' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/in force/)
      .waitFor();
    await service.call('/policy-assignments', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ environment: 'production', policyPack: null, choice: null }),
    });
    await dialog.getByRole('button', { name: 'Trust key' }).click();

    await page
      .getByRole('row', { name: /finance-\*, test/ })
      .getByRole('button', { name: 'End trust' })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'End trust' }).click();
    await page.getByText('No key is trusted').waitFor();
    assert.deepEqual((await service.call<{ keys: unknown[] }>('/policy-keys')).keys, []);
    await close();
  });
});
