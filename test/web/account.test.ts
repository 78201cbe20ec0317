/** The account of a person in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBrowser, PASSWORD } from '../support/service/browser.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const open = (options: Partial<PageOptions> = {}) => openPage({ baseURL: service.url, ...options });

describe('the account', { skip: BROWSER_ABSENT }, () => {
  it('has a name, a password and sessions, which the keyboard alone changes', async () => {
    const { email, options } = await signIn(service, 'Ada Example');
    const elsewhere = await openBrowser(service.url);
    for (let i = 0; i < 2; i++)
      await elsewhere.send('POST', '/api/v1/session', { email, password: PASSWORD });
    await (await openBrowser(service.url)).send('POST', '/api/v1/session', { email, password: PASSWORD });
    const { page, close } = await open({ ...options, expects: /40[01]/ });
    await page.goto('/rules');
    await page.getByText(/^\d+ rules$/).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await sessions.getByText('This one').waitFor();
    const name = page.getByLabel('Name that others see');
    await name.fill('Ada Lovelace');
    await name.press('Enter');
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();

    await sessions.getByRole('button', { name: 'End the session' }).first().press('Enter');
    await page.getByText('The session has ended.').first().waitFor();
    const next = sessions.getByRole('button', { name: 'End the session' }).first();
    await next.and(page.locator(':focus')).waitFor();
    const current = page.getByLabel('Current password');
    await current.fill('not the right words');
    await page.getByLabel('New password').fill('short');
    await current.press('Enter');
    await page.getByRole('alert').waitFor();
    await current.fill(PASSWORD);
    await current.press('Enter');
    await page.getByText('it must have 15 to 128').waitFor();
    await assertAccessibleInAllModes(page, 'rejected password');
    await page.getByLabel('New password').fill('new words that only Ada knows');
    await current.press('Enter');
    await page.getByText('The password has changed').first().waitFor();
    await sessions.getByRole('button', { name: 'End the session' }).first().waitFor({ state: 'detached' });
    assert.equal((await elsewhere.send('GET', '/api/v1/session')).body.person, null);

    await page.getByText('Dark', { exact: true }).click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.reload();
    assert.equal(await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).isChecked(), false);
    await close();
  });

  it('chooses what comes by mail, where mails are sent', async () => {
    const { options } = await signIn(service, 'Clara Example');
    const { page, close } = await open(options);
    await page.goto('/account');
    await page.getByText('This one').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Mail' }).count(), 0);
    await service.core.database.owner`update mail_state set is_on = true`;
    await page.reload();
    const blocked = page.getByRole('checkbox', { name: 'Blocked changes of my teams' });
    const requests = page.getByRole('checkbox', { name: 'Requests that I may decide on' });
    await blocked.check();
    await requests.uncheck();
    const save = page.getByRole('button', { name: 'Save choice' });
    await save.click();
    await page.getByText('The choice is stored.').first().waitFor();
    await page.reload();
    await blocked.waitFor();
    assert.equal(await blocked.isChecked(), true);
    assert.equal(await requests.isChecked(), false);
    await assertAccessibleInAllModes(page, 'mail');
    await page.getByLabel('To clara.example@example.com').selectOption('never');
    await blocked.waitFor({ state: 'detached' });
    await save.click();
    await page.getByText('The choice is stored.').first().waitFor();
    await close();
  });
});
