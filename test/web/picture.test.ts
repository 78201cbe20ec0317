/** The picture of a workflow in a browser: its tree, its keys, its panel, and what is drawn of a large one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { exampleFile } from '../support/files/example-file.ts';
import { until } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { assertAriaSnapshot } from './support/aria-snapshot.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

/** Samples of the four platforms. */
const SAMPLES: readonly (readonly [platform: string, path: string])[] = [
  ['uipath', 'samples/uipath/Main.xaml'],
  ['power_automate', 'samples/power-automate/ApproveInvoice.json'],
  ['automation_anywhere', 'samples/automation-anywhere/Send Reminders.json'],
  ['blue_prism', 'samples/blue-prism/Load Customers.bpprocess'],
];

describe('the picture of a result', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });
  const pictureOf = async (path: string, platform: string) =>
    `/validations/${await service.validate(path, { platform })}?view=picture`;

  /** Writes a UiPath workflow of these steps and returns the address of its picture. */
  const pictureOfSteps = async (steps: string) => {
    const path = join(temporaryFolder(), 'Main.xaml');
    writeFileSync(path, exampleFile('uipath', `<Sequence DisplayName="Steps">${steps}</Sequence>`));
    return pictureOf(path, 'uipath');
  };

  it('is a tree that names every step with its findings, on each platform', async () => {
    const { page, close } = await open();
    for (const [platform, path] of SAMPLES) {
      await page.goto(await pictureOf(path, platform));
      const tree = page.getByRole('tree');
      await tree
        .getByRole('treeitem', { name: /finding: / })
        .first()
        .waitFor();
      await assertAriaSnapshot(tree, `picture-${platform}`);
    }
    await close();
  });

  it('is walked, searched and opened by the keyboard alone', async () => {
    const { page, close } = await open();
    await page.goto(await pictureOf('samples/uipath/Main.xaml', 'uipath'));
    const item = (name: RegExp) => page.getByRole('treeitem', { name });
    const hasFocus = (start: string) =>
      page.waitForFunction(
        (text) => document.activeElement?.getAttribute('aria-label')?.startsWith(text),
        start,
      );
    await item(/^Download invoices/).focus();
    await page.keyboard.press('ArrowDown');
    await hasFocus('Log start');
    await page.keyboard.press('End');
    await hasFocus('Send summary');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await item(/^Download invoices/)
      .and(page.locator('[aria-expanded="false"]'))
      .waitFor();
    await page.getByRole('treeitem').nth(1).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await hasFocus('Log start');
    await page.keyboard.press('n');
    await hasFocus('Type password');
    await page.keyboard.press('p');
    await hasFocus('Download invoices');

    await page.keyboard.press('/');
    await page.keyboard.type('log start');
    await page.keyboard.press('Enter');
    await hasFocus('Log start');
    await page.keyboard.press('Enter');
    const step = page.getByRole('complementary', { name: 'Step' });
    await step.getByText('This step writes a log line.').waitFor();
    await assertAccessibleInAllModes(page, 'step panel');
    await page.keyboard.press('Escape');
    await hasFocus('Log start');

    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Finding' }).waitFor();
    assert.match(page.url(), /finding=/);
    await close();
  });

  it('is accessible in every mode, zooms, and moves with the pointer', async () => {
    const { page, close } = await open();
    await page.goto(await pictureOf('samples/power-automate/ApproveInvoice.json', 'power_automate'));
    await page.getByRole('treeitem').first().waitFor();
    await assertAccessibleInAllModes(page, 'picture');
    const tree = page.getByRole('tree');
    const view = async () => (await tree.getAttribute('viewBox'))!.split(' ').map(Number);
    const [, , before] = await view();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await until('it is larger', async () => (await view())[2]! < before!);
    const [, y, width] = await view();
    const box = (await tree.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - 170, { steps: 4 });
    await page.mouse.up();
    await until('it has moved', async () => (await view())[1]! > y!);
    await page.getByRole('button', { name: 'Fit' }).click();
    await until('all is shown', async () => (await view())[2]! > width!);
    await close();
  });

  it('draws a part of a large workflow, and finds the rest', async () => {
    const groups = Array.from({ length: 40 }, (_, group) => {
      const delays = Array.from({ length: 50 }, (_, n) => `<Delay DisplayName="Wait ${group}-${n}" />`).join(
        '',
      );
      return `<Sequence DisplayName="Group ${group}">${delays}</Sequence>`;
    });
    const { page, close } = await open();
    await page.goto(await pictureOfSteps(groups.join('')));
    await page.getByRole('treeitem', { name: /^Group 0, .*50 steps/ }).waitFor();
    assert.equal(await page.getByRole('treeitem', { name: /^Wait/ }).count(), 0, 'containers are closed');
    await page.keyboard.press('/');
    await page.keyboard.type('wait 33-41');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: /^Wait 33-41/ }).waitFor();
    assert.ok((await page.locator('[role=tree] *').count()) <= 600);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fit' }).click();
    assert.ok((await page.locator('[role=tree] *').count()) <= 600);
    await close();
  });

  it('draws the way of the data of a finding, which the keyboard walks', async () => {
    const steps = [
      '<Sequence.Variables><Variable x:TypeArguments="x:String" Name="line" /><Variable x:TypeArguments="ss:SecureString" Name="erpLogin" /></Sequence.Variables>',
      '<ui:GetRobotCredential DisplayName="Get login" AssetName="Erp" Password="[erpLogin]" Username="[user]" />',
      '<Delay DisplayName="Wait" />',
      '<Assign DisplayName="Build line"><Assign.To><OutArgument x:TypeArguments="x:String">[line]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[New System.Net.NetworkCredential(&quot;&quot;, erpLogin).Password]</InArgument></Assign.Value></Assign>',
      '<ui:LogMessage DisplayName="Log it" Level="Info" Message="[line]" />',
    ];
    const { page, close } = await open();
    await page.goto(await pictureOfSteps(steps.join('')));
    await page.getByRole('treeitem', { name: /^Log it/ }).waitFor();
    assert.equal(await page.locator('.pic-way-stop').count(), 0, 'no finding is open');
    await page.locator('.pic-pin--critical').click();
    const panel = page.getByRole('complementary', { name: 'Finding' });
    await panel.getByText('"Get login" gives the password in "erpLogin".').waitFor();
    await panel.getByText('"Build line" puts it into "line".').waitFor();
    assert.deepEqual(await page.locator('.pic-way-stop').allTextContents(), ['1', '2', '3']);
    await assertAccessibleInAllModes(page, 'way of the data');
    for (const name of ['Get login', 'Build line', 'Log it']) {
      await page.keyboard.press('.');
      await page.waitForFunction(
        (text) => document.activeElement?.getAttribute('aria-label')?.startsWith(text),
        name,
      );
    }
    await page.getByText('Data: step 3 of 3').waitFor();
    await close();
  });

  it('is reached from a finding, which stays open in the other tabs', async () => {
    const id = await service.validate('samples/uipath/Main.xaml', { platform: 'uipath' });
    const { page, close } = await open();
    await page.goto(`/validations/${id}`);
    await page.locator('.finding-link').first().click();
    const panel = page.getByRole('complementary', { name: 'Finding' });
    await panel.getByRole('link', { name: 'Show in the picture' }).click();
    await page.locator('.pic-pin--open').waitFor();
    assert.equal(await panel.getByRole('link', { name: 'Show in the picture' }).count(), 0);
    const finding = new URL(page.url()).searchParams.get('finding');
    await page
      .getByLabel('Result', { exact: true })
      .getByRole('link', { name: /^Findings/ })
      .click();
    await panel.getByRole('link', { name: 'Show in the picture' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('finding'), finding);
    await close();
  });

  it('shows hostile names as text', async () => {
    const names = ['&lt;img src=x onerror=alert(1)&gt;', 'a\u202eb', 'n'.repeat(10_000)];
    const { page, close } = await open();
    await page.goto(await pictureOfSteps(names.map((name) => `<Delay DisplayName="${name}" />`).join('')));
    await page.getByRole('treeitem', { name: /^<img src=x/ }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(((await page.getByRole('tree').textContent()) ?? '').includes('\u202e'), false);
    await close();
  });

  it('says why there is none', async () => {
    const stranger = await service.core.identity();
    const headers = service.headersOf(stranger);
    await fetch(`${service.url}/api/v1/organisation/settings`, {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ keepOutlines: false }),
    });
    const form = new FormData();
    form.set('platform', 'uipath');
    form.set('file', new Blob([new Uint8Array(exampleFile('uipath', '<Sequence />'))]), 'Main.xaml');
    const made = await fetch(`${service.url}/api/v1/validate`, { method: 'POST', headers, body: form });
    const { validationId } = (await made.json()) as { validationId: string };
    const { page, close } = await open({ extraHTTPHeaders: headers, expects: /404/ });
    await page.goto(`/validations/${validationId}?view=picture`);
    await page.getByRole('heading', { name: 'This result has no picture' }).waitFor();
    await close();
  });
});
