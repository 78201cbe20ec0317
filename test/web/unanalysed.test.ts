/** Files of a project that were not analysed, in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { UNREAD_XAML } from '../support/files/unread-files.ts';
import { zip } from '../support/files/zip.ts';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const CLEAN = { name: 'Clean.xaml', content: uipath.snippet('<Sequence/>') };

describe('files that were not analysed', { skip: BROWSER_ABSENT }, () => {
  it('are named on the page of their project, which has not passed without any other', async () => {
    await service.startJobs();
    const { page, close } = await openPage({
      baseURL: service.url,
      extraHTTPHeaders: service.headersOf(service.us),
    });
    for (const [files, verdict] of [
      [[CLEAN, UNREAD_XAML], 'Passed'],
      [[UNREAD_XAML], 'Not judged'],
    ] as const) {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(zip(files))]), 'unread.zip');
      const sent = await service.call<{ projectValidationId: string }>('/validate/project', {
        method: 'POST',
        body,
      });
      await service.call(`/validate/project/${sent.projectValidationId}?wait=30`);
      await page.goto(`/projects/${sent.projectValidationId}`);
      const main = page.getByRole('main');
      await main.getByText(verdict, { exact: true }).first().waitFor();
      const between = page.getByRole('table', { name: 'Findings between files' });
      await between.getByText('Post.xaml').first().waitFor();
      await between.getByRole('link', { name: 'Files not fully analysed' }).press('Enter');
      const panel = page.getByRole('complementary', { name: 'Finding' });
      await panel
        .getByText(/"Post\.xaml" is a XAML file of UiPath that is no workflow of Studio and was not analysed/)
        .first()
        .waitFor();
      const passed = await main.getByText('Passed', { exact: true }).count();
      assert.equal(passed > 0, verdict === 'Passed');
    }
    await close();
  });
});
