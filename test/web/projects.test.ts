/** Projects in a browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { zip } from '../support/files/zip.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

/** Project whose main workflow calls one that is not there, with a sample beside it and a file that is no workflow. */
const ARCHIVE = zip([
  {
    name: 'project.json',
    content: JSON.stringify({
      name: 'Robot',
      main: 'Main.xaml',
      studioVersion: '22.10.0',
      projectVersion: '1.0.0',
      expressionLanguage: 'VisualBasic',
      dependencies: { 'UiPath.System.Activities': '[22.10.4]' },
    }),
  },
  {
    name: 'Main.xaml',
    content: uipath.snippet(
      ['Gone.xaml', 'Steps/<b>Load.xaml', '[target]']
        .map((name) => `<ui:InvokeWorkflowFile WorkflowFileName="${name.replace('<', '&lt;')}" />`)
        .join(''),
    ),
  },
  {
    name: 'Steps/<b>Load.xaml',
    content: uipath.snippet('<ui:InvokeWorkflowFile WorkflowFileName="Main.xaml" />'),
  },
  { name: 'Transfer.xaml', content: readFileSync('samples/uipath/Main.xaml') },
  { name: 'readme.md', content: '# Robot' },
]);

async function submit(filename: string): Promise<string> {
  const body = new FormData();
  body.append('enforcement_mode', 'blocking');
  body.append('file', new Blob([new Uint8Array(ARCHIVE)]), filename);
  const { projectValidationId } = await service.call<{ projectValidationId: string }>('/validate/project', {
    method: 'POST',
    body,
  });
  return projectValidationId;
}

describe('projects', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('show their progress, which goes on by itself, and then what blocks, by the keyboard alone', async () => {
    const { page, close } = await open();
    await page.goto('/projects');
    await page.getByRole('heading', { name: 'No project yet' }).waitFor();
    await submit('<img src=x>robot.zip');
    await page.goto('/projects');
    await page.getByRole('link', { name: '<img src=x>robot.zip' }).waitFor();
    await page.getByRole('row', { name: '0 of 5 files' }).getByText('Running').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('progressbar').waitFor();
    await assertAccessibleInAllModes(page, 'queued');

    await service.startJobs();
    await page.getByRole('heading', { name: 'What blocks' }).waitFor();
    await page.getByText('Blocked').first().waitFor();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    const between = page.getByRole('table', { name: 'Findings between files' });
    await between.getByText('Gone.xaml').first().waitFor();
    await between.getByRole('link').first().press('Enter');
    const panel = page.getByRole('complementary', { name: 'Finding' });
    await panel.getByRole('heading', { name: 'How to fix it' }).waitFor();
    await assertAccessibleInAllModes(page, 'finding between files');
    await page.keyboard.press('e');
    await page.waitForURL('**/exceptions/new?project=*&finding=*');
    await page.getByRole('heading', { name: 'What it would cover' }).waitFor();
    await page.getByRole('link', { name: 'Finding', exact: true }).press('Enter');
    await panel.waitFor();
    await page.keyboard.press('Escape');
    const tabs = page.getByRole('navigation', { name: 'Project' });
    await tabs.getByRole('link', { name: 'Files' }).press('Enter');
    await page.getByText('4 of 5 files').waitFor();
    await page.locator('summary', { hasText: 'Outcome' }).press('Enter');
    await page.getByRole('checkbox', { name: /^Skipped 1/ }).press('Space');
    await page.getByText('1 of 5 files').waitFor();
    assert.equal(new URL(page.url()).search, '?view=files&files=skipped');
    await page.keyboard.press('Escape');
    const files = page.getByRole('table', { name: 'Files' });
    await files
      .getByRole('row', { name: /readme\.md/ })
      .getByText('No workflow')
      .waitFor();
    assert.equal(await page.locator('main img').count(), 0);
    await assertAccessibleInAllModes(page, 'files');
    await tabs.getByRole('link', { name: 'Calls' }).press('Enter');
    const calls = page.getByRole('table', { name: 'Calls' });
    await calls.getByRole('row', { name: /Gone\.xaml called by Main\.xaml Missing/ }).waitFor();
    await calls.getByRole('row', { name: /Chosen at run time called by Main\.xaml Unknown/ }).waitFor();
    assert.equal(await calls.getByText('Circle').count(), 2);
    assert.equal(await calls.getByRole('link', { name: '<b>Load.xaml' }).count(), 1);
    await assertAccessibleInAllModes(page, 'calls');

    await page.getByRole('link', { name: 'Picture' }).press('Enter');
    await page.waitForURL(/[?&]calls=picture$/);
    const tree = page.getByRole('tree', { name: /^Workflows of / });
    await tree.getByRole('treeitem', { name: /^Main\.xaml, is a workflow.*calls: Gone\.xaml/ }).focus();
    await assertAccessibleInAllModes(page, 'calls as a picture');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/validations/*');
    await page.goBack();
    await page.getByRole('link', { name: 'Tree' }).press('Enter');
    await calls.waitFor();
    await tabs.getByRole('link', { name: 'Findings' }).press('Enter');
    await page.getByRole('table', { name: 'What blocks' }).getByRole('link').last().press('Enter');
    await page.waitForURL(/\/(?:validations\/.*\?finding=|rules\/)/);
    await close();
  });
});
