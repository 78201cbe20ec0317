/** The inventory in a browser: who touches what. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

describe('the inventory', { skip: BROWSER_ABSENT }, () => {
  it('answers who touches a thing, stores the question in the address, and leads to the run', async () => {
    await service.validate('samples/uipath/Main.xaml');
    const { page, close } = await openPage({
      baseURL: service.url,
      extraHTTPHeaders: service.headersOf(service.us),
    });
    await page.goto('/inventory');
    await page.getByRole('heading', { name: 'Enter a name' }).waitFor();
    await page.getByLabel('Kind').selectOption('Activity');
    await page.getByLabel('Name').fill('TypeInto');
    await page.getByRole('link', { name: 'Main.xaml' }).waitFor();
    assert.equal(new URL(page.url()).search, '?kind=activity_type&value=TypeInto');
    await page.getByLabel('Repository').fill('bank/other');
    await page.getByRole('heading', { name: 'No workflow touches it' }).waitFor();
    await page.getByLabel('Repository').fill('');
    await page.getByRole('link', { name: 'Main.xaml' }).press('Enter');
    await page.waitForURL(/\/validations\//);
    await close();
  });
});
