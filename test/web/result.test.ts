/** The result of a run in a browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { assertAriaSnapshot } from './support/aria-snapshot.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const MAIN = 'samples/uipath/Main.xaml';
const CLEAN = 'test/fixtures/uipath/csharp.xaml';

describe('a result', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('says why a run was blocked, and shows a finding by the keyboard alone', async () => {
    const id = await service.validate(MAIN, { enforcement_mode: 'blocking', label: 'first' });
    const { page, close } = await open();
    await page.goto(`/validations/${id}`);
    await page.getByText(/^Blocked by \d+ findings\.$/).waitFor();
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await assertAriaSnapshot(page.getByRole('main'), 'result');

    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Finding' });
    await panel.getByRole('heading', { name: 'How to fix it' }).waitFor();
    assert.match(page.url(), /\?finding=/);
    await panel.getByText('1 of the last 1 run').waitFor();
    await assertAccessibleInAllModes(page, 'panel');
    const address = page.url();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    assert.ok(!page.url().includes('finding='));
    await page.goto(address);
    await panel.getByRole('heading', { name: 'How to fix it' }).waitFor();
    await close();
  });

  it('links only addresses of the web that a pipeline has sent', async () => {
    const pipeline = { prUrl: 'javascript:alert(1)', workflowRunUrl: 'https://ci.example.com/runs/7' };
    const id = await service.validate(MAIN, { metadata: JSON.stringify({ pipeline }) });
    const { page, close } = await open();
    await page.goto(`/validations/${id}?view=run`);
    await page.getByRole('link', { name: pipeline.workflowRunUrl }).waitFor();
    await page.getByText(pipeline.prUrl, { exact: true }).waitFor();
    const links = await page
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    assert.ok(links.includes(pipeline.workflowRunUrl));
    assert.ok(!links.some((href) => href?.startsWith('javascript')), links.join());
    await close();
  });

  it('filters and groups its findings in the address', async () => {
    const id = await service.validate(MAIN);
    const { page, close } = await open();
    await page.goto(`/validations/${id}?severity=critical&group=severity`);
    await page.getByText(/^1 of \d+ findings$/).waitFor();
    await page.getByRole('heading', { level: 2, name: /Critical/ }).waitFor();
    await page.goto(`/validations/${id}?q=nothing-has-this`);
    await page.getByRole('heading', { name: 'No finding matches' }).waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await page.waitForURL(`**/validations/${id}`);
    await close();
  });

  it('shows what changed since the run before', async () => {
    await service.validate(MAIN, { label: 'before' });
    const id = await service.validate(MAIN, { label: 'after' });
    const { page, close } = await open();
    await page.goto(`/validations/${id}?view=changes`);
    await page.getByText(/Compared with the run/).waitFor();
    await assertAccessibleInAllModes(page, 'changes');
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await page.getByText('SHA-256 of the file').waitFor();
    await assertAccessibleInAllModes(page, 'run');
    await close();
  });

  it('leads to the earlier and the later run of its file by keys', async () => {
    const metadata = JSON.stringify({ pipeline: { repository: 'corp/steps', branch: 'main' } });
    const first = await service.validate(MAIN, { metadata, label: 'eldest' });
    await service.validate(MAIN, { metadata: metadata.replace('main', 'feature') });
    const second = await service.validate(MAIN, { metadata });
    const { page, close } = await open();
    await page.goto(`/validations/${second}`);
    await page.getByRole('button', { name: 'Earlier run' }).waitFor();
    await page.keyboard.press('[');
    await page.waitForURL(`**/validations/${first}`);
    await page.getByText(/· eldest$/).waitFor();
    await page.keyboard.press('[');
    await page.getByText('There is no earlier run of this file.').first().waitFor();
    await page.keyboard.press(']');
    await page.waitForURL(`**/validations/${second}`);
    await close();
  });

  it('says what was checked when nothing was found', async () => {
    const id = await service.validate(CLEAN);
    const { page, close } = await open();
    await page.goto(`/validations/${id}`);
    await page.getByText('Passed: nothing was found.').waitFor();
    await page.getByText(/^\d+ rules were checked/).waitFor();
    await assertAccessibleInAllModes(page, 'clean');
    await close();
  });

  it('follows a run until it has ended, and says when no result has the address', async () => {
    const body = new FormData();
    body.append('platform', 'uipath');
    body.append('file', new Blob([new Uint8Array(readFileSync(MAIN))]), 'Later.xaml');
    const { validationId } = await service.call<{ validationId: string }>('/validate/async', {
      method: 'POST',
      body,
    });
    const { page, close } = await open({ expects: /404/ });
    await page.goto(`/validations/${validationId}`);
    await page.getByRole('heading', { name: /waits for its turn|is under way/ }).waitFor();
    await assertAccessibleInAllModes(page, 'queued');
    await service.startJobs();
    await page.getByRole('heading', { level: 1, name: 'Later.xaml' }).waitFor();
    await page.goto('/validations/00000000-0000-4000-8000-000000000000');
    await page.getByRole('heading', { name: 'No result has this address' }).waitFor();
    await close();
  });
});
