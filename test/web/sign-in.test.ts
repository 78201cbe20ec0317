/** Sign-in and sessions in a browser: what only a real one can show. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../support/service/browser.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { serveForeignPage } from './support/foreign-site.ts';
import { invite, inviteElsewhere, linkPath, type SignedIn, signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const open = (options: Partial<PageOptions> = {}) =>
  openPage({ baseURL: service.url, expects: /40[013]/, ...options });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const ALL_RULES = /^\d+ rules$/;

describe('sign-in in a browser', { skip: BROWSER_ABSENT }, () => {
  it('by a link makes the first account by the keyboard alone, and leaves no secret in an address', async () => {
    const { page, close } = await open();
    const addresses: string[] = [];
    page.on('request', (request) =>
      addresses.push(request.url().split('#')[0]!, request.headers().referer ?? ''),
    );
    const path = await linkPath(service);
    const token = path.slice(path.indexOf('=') + 1);
    await page.goto(path);
    await heading(page, 'Create your account').waitFor();
    assert.equal(page.url(), `${service.url}/sign-in`, 'the token is gone from the address');
    await page.getByLabel('Your name').fill('Ada <img src=x onerror=alert(1)>');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ada@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('too short');
    await page.keyboard.press('Enter');
    await page.getByText('it must have 15 to 128').waitFor();
    await assertAccessibleInAllModes(page, 'new account');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await heading(page, 'Feed').waitFor();
    await page.getByText('Ada <img src=x').waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    for (let back = 0; back < 3; back++) {
      addresses.push(page.url());
      await page.goBack();
    }
    const seen = addresses.join('\n');
    for (const secret of [token, PASSWORD, encodeURIComponent(PASSWORD)])
      assert.ok(!seen.includes(secret), 'in no address');
    await close();
  });

  it('says what a link that was used is worth, and goes on without it', async () => {
    const { page, close } = await open({ expects: /40[14]/ });
    await page.goto(`/sign-in#t=${'x'.repeat(43)}`);
    await page.getByText('it was used, has expired').waitFor();
    await assertAccessibleInAllModes(page, 'used link');
    await page.getByRole('button', { name: 'Go on without the link' }).click();
    await heading(page, 'Sign in').waitFor();
    await close();
  });

  it('by password opens the page that was wanted, with its filters', async () => {
    const { email } = await signIn(service, 'Grace Example', 'viewer');
    const { page, close } = await open();
    await page.goto('/rules?q=password');
    await heading(page, 'Sign in').waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the right words');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await assertAccessibleInAllModes(page, 'wrong password');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(/ of \d+ rules/).waitFor();
    assert.equal(page.url(), `${service.url}/rules?q=password`);
    const menu = page.getByRole('navigation', { name: 'Main' });
    assert.equal(await menu.getByRole('link', { name: 'Webhooks' }).count(), 0, 'a viewer has no webhooks');
    await page.goto('/webhooks');
    await page.getByText('no scope webhooks:manage').waitFor();
    await close();
  });

  it('offers the identity provider where there is one, and says when that let no one in', async () => {
    const { page, close } = await open();
    await page.route('**/api/v1/sign-in', (route) =>
      route.fulfill({ json: { passwords: false, provider: { issuer: 'https://login.example.com/realm' } } }),
    );
    await page.route('**/api/v1/sign-in/oidc', async (route) => {
      assert.deepEqual(route.request().postDataJSON(), { returnTo: '/rules?q=a', reauthenticate: false });
      await route.fulfill({ json: { url: `${service.url}/sign-in?error=org_access_denied` } });
    });
    await page.goto('/rules?q=a');
    await page.getByRole('button', { name: 'Sign in at login.example.com' }).press('Enter');
    await page.getByRole('alert').getByText('org_access_denied').waitFor();
    assert.equal(await page.getByLabel('Password').count(), 0);
    await assertAccessibleInAllModes(page, 'identity provider');
    await close();
  });

  it('by an invitation makes an account with the role of the invitation', async () => {
    const { token } = await invite(service, 'linus@example.com', 'developer');
    const { page, close } = await open();
    await page.goto(`/sign-in#t=${token}`);
    await page.getByText('You are invited as developer').waitFor();
    assert.equal(await page.getByLabel('E-mail').getAttribute('readonly'), '');
    await assertAccessibleInAllModes(page, 'invitation');
    await page.getByLabel('Your name').fill('Linus Example');
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await page.getByText('Linus Example').waitFor();
    await close();
  });

  it('by a link of the operator replaces a lost password', async () => {
    const { email } = await signIn(service, 'Forgetful Example', 'viewer');
    const { page, close } = await open();
    await page.goto(await linkPath(service, email));
    await heading(page, 'Choose a new password').waitFor();
    await page.getByLabel('New password').fill('other words that only they know');
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByText('Forgetful Example').waitFor();
    await close();
  });

  it('lets a signed-in person join another organisation and switch between both', async () => {
    const person = await signIn(service, 'Joan Example', 'viewer');
    const other = await inviteElsewhere(service, 'joan.two@example.com');
    const { page, close } = await open(person.options);
    await page.goto(`/sign-in#t=${other.token}`);
    await page.getByText('You are signed in as Joan Example').waitFor();
    await assertAccessibleInAllModes(page, 'join');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    const choice = page.getByLabel('Organisation');
    await choice.waitFor();
    assert.equal(await choice.inputValue(), other.orgId, 'the new one is in use');
    await choice.selectOption(service.us.orgId);
    await heading(page, 'Feed').waitFor();
    await page.reload();
    assert.equal(await choice.inputValue(), service.us.orgId, 'the choice stays');
    await close();
  });
});

describe('a session in a browser', { skip: BROWSER_ABSENT }, () => {
  let person: SignedIn;
  before(async () => {
    person = await signIn(service, 'Hedy Example');
  });

  it('that ends lets the person sign in over the page, and the call goes on', async () => {
    const { page, close } = await open(person.options);
    await page.goto('/settings');
    const threshold = page.getByLabel('Alert below a score of');
    await threshold.fill('70');
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByText('Hedy Example').waitFor();
    await assertAccessibleInAllModes(page, 'sign in again');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('The settings are stored.').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await threshold.inputValue(), '70');
    await close();
  });

  it('that is old needs the password for what gives others access, and the call is sent again', async () => {
    const { page, close } = await open(person.options);
    let isOld = true;
    await page.route('**/api/v1/org-webhooks', (route) =>
      route.request().method() === 'POST' && isOld ? route.fulfill(TOO_OLD) : route.continue(),
    );
    await page.route('**/session/reauthentication', async (route) => {
      isOld = false;
      await route.continue();
    });
    await page.goto('/webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    await page.getByLabel('Address').fill('https://hooks.example.com/step-up');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Enter your password' });
    await dialog.waitFor();
    await page.keyboard.type('not the right words');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await assertAccessibleInAllModes(page, 'password');
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Signing secret' }).waitFor();
    await close();
  });

  it('fails the call when the person does not enter the password', async () => {
    const { page, close } = await open(person.options);
    await page.route('**/api/v1/org-webhooks', (route) =>
      route.request().method() === 'POST' ? route.fulfill(TOO_OLD) : route.continue(),
    );
    await page.goto('/webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).first().click();
    await page.getByLabel('Address').fill('https://hooks.example.com/step-up');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Enter your password' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('reauthentication_required').waitFor();
    await close();
  });

  it('ends in both tabs with a sign-out, and a link to sign out takes a click', async () => {
    const { options } = await signIn(service, 'Two Tabs', 'viewer');
    const { page, close } = await open(options);
    const tab = await page.context().newPage();
    await tab.goto('/rules');
    await tab.getByText(ALL_RULES).waitFor();
    await page.goto('/rules');
    await page.getByText(ALL_RULES).waitFor();
    await page.goto('/sign-out');
    await heading(page, 'Sign out?').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'You are signed out').waitFor();
    await assertAccessibleInAllModes(page, 'signed out');
    await heading(tab, 'Sign in').waitFor();
    assert.equal(await tab.getByText(ALL_RULES).count(), 0, 'nothing of the session is left');
    await page.goBack();
    await heading(page, 'Sign in').waitFor();
    await close();
  });

  it('of a removed member shows nothing of the organisation any more', async () => {
    const { options, memberId } = await signIn(service, 'Removed Example', 'viewer');
    const { page, close } = await open(options);
    await page.goto('/rules');
    await page.getByText(ALL_RULES).waitFor();
    await service.call(`/members/${memberId}`, { method: 'DELETE' }).catch(() => null);
    const gone = page.getByText('You are no member of an organisation');
    while ((await gone.count()) === 0) {
      await page.reload();
      await heading(page, /Rules|No organisation/).waitFor();
    }
    await assertAccessibleInAllModes(page, 'no organisation');
    await close();
  });

  it('opens by a link of another site, which can do nothing else with it', async () => {
    const foreign = await serveForeignPage(
      `<title>Elsewhere</title><a href="${service.url}/rules">Rules</a>`,
    );
    const { page, close } = await open({ ...person.options, expects: /./ });
    await page.goto(foreign);
    const successes: string[] = [];
    page.on('response', (response) => {
      if (response.ok()) successes.push(response.url());
    });
    const outcomes: string[] = [];
    for (const [method, path, mode] of FOREIGN_CALLS)
      outcomes.push(
        await page.evaluate(
          ([address, request]) =>
            fetch(address, request).then(
              ({ status }) => `answered ${status}`,
              () => 'blocked',
            ),
          [
            `${service.url}/api/v1${path}`,
            { method, mode, credentials: 'include', ...(method !== 'GET' && { body: NEW_MEMBER }) },
          ] as const,
        ),
      );
    assert.deepEqual(new Set(outcomes), new Set(['blocked']));
    assert.deepEqual(successes, []);
    const { members } = await service.call<{ members: { email: string }[] }>('/members');
    assert.ok(!members.some(({ email }) => email === 'mallory@example.com'));
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByText(ALL_RULES).waitFor();
    await page.getByText('Hedy Example').waitFor();
    await close();
  });
});

const NEW_MEMBER = JSON.stringify({ role: 'admin', email: 'mallory@example.com' });
const FOREIGN_CALLS = [
  ['GET', '/members', 'cors'],
  ['POST', '/members', 'cors'],
  ['POST', '/members', 'no-cors'],
  ['PUT', '/policy-assignments', 'cors'],
  ['PATCH', '/account', 'cors'],
  ['DELETE', '/session', 'cors'],
] as const;
const TOO_OLD = {
  status: 403,
  contentType: 'application/json',
  body: JSON.stringify({
    error: { code: 'reauthentication_required', message: 'Enter your password again.', docsUrl: null },
  }),
};
