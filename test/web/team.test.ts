/** Members and API keys in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBrowser, PASSWORD } from '../support/service/browser.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { chooseOption } from './support/choose-option.ts';
import { invite, signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const admin = await signIn(service, 'Ada Example');
const open = (options: Partial<PageOptions> = {}) =>
  openPage({ baseURL: service.url, ...admin.options, ...options });

describe('members', { skip: BROWSER_ABSENT }, () => {
  it('are added by the keyboard alone, and come by a link that is shown once', async () => {
    const { page, close } = await open();
    await page.goto('/team/members');
    await page.getByRole('link', { name: 'Ada Example', exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Add member' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add member' });
    await form.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('grace@example.com');
    await chooseOption(form.getByLabel('Role'), 'Approver');
    await form.getByText('decides on exceptions').waitFor();
    await page.keyboard.press('Tab');
    await form.getByLabel('E-mail').press('Enter');

    const shown = page.getByRole('dialog', { name: 'Invitation' });
    const link = await shown.locator('code').first().innerText();
    const [, token = ''] = link.split('/sign-in#t=');
    await assertAccessibleInAllModes(page, 'invitation');
    await shown.getByLabel('I have stored the invitation link').check();
    await shown.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('link', { name: 'grace@example.com' }).waitFor();
    assert.ok(!(await page.content()).includes(token), 'the link is gone');

    const grace = await openBrowser(service.url);
    await grace.send('POST', '/api/v1/session/link', {
      token,
      name: '<b>Grace</b> \u202egnirts',
      password: PASSWORD,
    });
    const { body } = await grace.send('GET', '/api/v1/session');
    assert.equal(body.organisations[0].role, 'approver');
    await page.reload();
    await page.getByRole('link', { name: '<b>Grace</b>' }).waitFor();
    await close();
  });

  it('get another role or another link in their panel, and are removed', async () => {
    const { memberId, token } = await invite(service, 'linus@example.com', 'viewer');
    const { page, close } = await open({ expects: /404/ });
    await page.goto('/team/members?status=invited');
    await page.getByRole('link', { name: 'linus@example.com' }).press('Enter');
    const panel = page.getByRole('complementary', { name: 'Member linus@example.com' });
    await chooseOption(panel.getByLabel('Role'), 'Developer');
    await panel.getByRole('checkbox', { name: 'Only what their teams own' }).press('Space');
    await panel.getByRole('button', { name: 'Change rights' }).press('Enter');
    await page.getByText('The rights are changed.').first().waitFor();
    await page.getByRole('cell', { name: 'Developer Only what their teams own' }).waitFor();
    await assertAccessibleInAllModes(page, 'member');
    assert.match(page.url(), new RegExp(`\\?status=invited&member=${memberId}$`));

    await panel.getByRole('button', { name: 'Make invitation link' }).press('Enter');
    const shown = page.getByRole('dialog', { name: 'Invitation' });
    await shown.getByLabel('I have stored').check();
    await shown.getByRole('button', { name: 'Done' }).click();
    const stranger = await openBrowser(service.url);
    assert.equal((await stranger.send('POST', '/api/v1/sign-in/link', { token })).status, 404, 'replaced');

    await panel.getByRole('button', { name: 'Remove member' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove linus@example.com?' });
    await assertAccessibleInAllModes(page, 'removal');
    await question.getByRole('button', { name: 'Remove member' }).click();
    await page.getByRole('heading', { name: 'No member matches' }).waitFor();
    await assertAccessibleInAllModes(page, 'no match');
    await close();
  });

  it('are narrowed to their teams, except in roles that decide for the organisation', async () => {
    const { page, close } = await open();
    await page.goto('/team/members');
    await page.getByRole('button', { name: 'Add member' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Add member' });
    await form.getByLabel('E-mail').fill('radia@example.com');
    const narrow = form.getByRole('checkbox', { name: 'Only what their teams own' });
    await narrow.check();
    await assertAccessibleInAllModes(page, 'narrowed member');
    await chooseOption(form.getByLabel('Role'), 'Approver');
    await narrow.waitFor({ state: 'detached' });
    await form.getByLabel('Role').press('Home');
    assert.equal(await narrow.isChecked(), false);
    await narrow.press('Space');
    await form.getByLabel('E-mail').press('Enter');
    await page.getByRole('dialog', { name: 'Invitation' }).waitFor();
    const { members } = await service.call<{
      members: { role: string; email: string; teamsOnly: boolean }[];
    }>('/members');
    const { role, teamsOnly } = members.find(({ email }) => email === 'radia@example.com')!;
    assert.deepEqual({ role, teamsOnly }, { role: 'viewer', teamsOnly: true });
    await close();
  });

  it('always have an admin: a change of the last one is rejected', async () => {
    const { page, close } = await open({ expects: /409/ });
    await page.goto(`/team/members?member=${admin.memberId}`);
    await chooseOption(page.getByRole('complementary').getByLabel('Role'), 'Viewer');
    await page.getByRole('button', { name: 'Change rights' }).click();
    await page.getByRole('alert').getByText('state_conflict').waitFor();
    await close();
  });

  it('are only shown where the identity provider decides about roles', async () => {
    const { page, close } = await open();
    await page.route('**/api/v1/members', async (route) => {
      const response = await route.fetch();
      const json = (await response.json()) as object;
      await route.fulfill({ response, json: { ...json, rolesFromTokens: true } });
    });
    await page.goto('/team/members');
    await page.getByText('The identity provider decides').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add member' }).count(), 0);
    await assertAccessibleInAllModes(page, 'read-only');
    await close();
  });
});

describe('API keys', { skip: BROWSER_ABSENT }, () => {
  it('are shown once, with a command that works, and are gone after that', async () => {
    const { page, close } = await open();
    await page.goto('/team/api-keys');
    await page.getByRole('button', { name: 'Create API key' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Create API key' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Pipeline of the RPA team');
    await form.getByRole('checkbox', { name: /analysis:read/ }).check();
    const answered = page.waitForResponse(
      (response) => response.url().endsWith('/api-keys') && response.request().method() === 'POST',
    );
    await form.getByRole('textbox', { name: 'Name' }).press('Enter');
    assert.equal((await answered).headers()['cache-control'], 'no-store');

    const shown = page.getByRole('dialog', { name: 'API key Pipeline of the RPA team' });
    const secret = await shown.locator('code').first().innerText();
    assert.match(secret, /^fwd_live_/);
    const command = await shown.locator('code').nth(1).innerText();
    const [, orgId = ''] = /X-Org-Id: ([\w-]+)/.exec(command) ?? [];
    assert.ok(command.includes(`ApiKey ${secret}`) && command.includes(`${service.url}/api/v1/validate`));
    await assertAccessibleInAllModes(page, 'key');
    await page.keyboard.press('Escape');
    await shown.getByText('cannot be shown again').waitFor();
    await shown.getByLabel('I have stored the API key').check();
    await shown.getByRole('button', { name: 'Done' }).press('Enter');

    const leftovers = () =>
      page.evaluate(async () =>
        JSON.stringify([
          document.documentElement.outerHTML,
          location.href,
          history.state,
          { ...localStorage },
          { ...sessionStorage },
          await caches.keys(),
        ]),
      );
    await page.getByRole('link', { name: 'Pipeline of the RPA team' }).waitFor();
    const secretPart = secret.slice(secret.lastIndexOf('_') + 1);
    assert.ok(!(await leftovers()).includes(secretPart));
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Pipeline of the RPA team' }).waitFor();
    assert.ok(!(await leftovers()).includes(secretPart));
    const used = await fetch(`${service.url}/api/v1/usage`, {
      headers: { Authorization: `ApiKey ${secret}`, 'X-Org-Id': orgId },
    });
    assert.equal(used.status, 200);
    await close();
  });

  it('work for the whole organisation or one team, with the scopes that it can have', async () => {
    const team = { name: 'Payments <b>', patterns: [{ repository: 'bank/payments' }] };
    const headers = { 'Content-Type': 'application/json' };
    const { id: teamId } = await service.call<{ id: string }>('/teams', {
      method: 'POST',
      headers,
      body: JSON.stringify(team),
    });
    const { page, close } = await open();
    await page.goto('/team/api-keys');
    await page.getByRole('button', { name: 'Create API key' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Create API key' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Payments pipeline');
    await form.getByRole('checkbox', { name: /webhooks:manage/ }).check();
    await chooseOption(form.getByLabel('Works for'), team.name);
    await form.getByRole('checkbox', { name: /webhooks:manage/ }).waitFor({ state: 'detached' });
    await assertAccessibleInAllModes(page, 'key of a team');
    await form.getByRole('textbox', { name: 'Name' }).press('Enter');
    const shown = page.getByRole('dialog', { name: 'API key Payments pipeline' });
    await shown.getByLabel('I have stored').check();
    await shown.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /^Payments pipeline/ });
    await row.getByRole('cell', { name: team.name, exact: true }).waitFor();
    const { apiKeys } = await service.call<{
      apiKeys: { id: string; name: string; teamId: string; scopes: string[] }[];
    }>('/api-keys');
    const { id, ...key } = apiKeys.find(({ name }) => name === 'Payments pipeline')!;
    assert.deepEqual({ teamId: key.teamId, scopes: key.scopes }, { teamId, scopes: ['analysis:write'] });

    await fetch(`${service.url}/api/v1/teams/${teamId}`, {
      method: 'DELETE',
      headers: service.headersOf(service.us),
    });
    await page.goto(`/team/api-keys?key=${id}`);
    await page.getByRole('complementary').getByText('Deleted team').waitFor();
    await close();
  });

  it('are rotated with an overlap, and revoked, in their panel', async () => {
    const { apiKey } = await service.call<{ apiKey: { id: string } }>('/api-keys', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Nightly', scopes: ['analysis:read'] }),
    });
    const { page, close } = await open();
    await page.goto('/team/api-keys?status=active');
    await page.getByRole('link', { name: 'Nightly' }).press('Enter');
    const panel = page.getByRole('complementary', { name: 'API key Nightly' });
    await panel.getByRole('button', { name: 'Rotate' }).press('Enter');
    await chooseOption(page.getByLabel('The old secret still works'), 'For an hour');
    await assertAccessibleInAllModes(page, 'rotate');
    await page.getByRole('button', { name: 'Rotate API key' }).press('Enter');
    const shown = page.getByRole('dialog', { name: 'API key Nightly' });
    await shown.getByLabel('I have stored').check();
    await shown.getByRole('button', { name: 'Done' }).click();
    await panel.getByText('Old secret ends').waitFor();
    await assertAccessibleInAllModes(page, 'key panel');

    await panel.getByRole('button', { name: 'Revoke' }).press('Enter');
    await assertAccessibleInAllModes(page, 'revoke');
    await page.getByRole('button', { name: 'Revoke API key' }).press('Enter');
    await page.getByRole('link', { name: 'Nightly' }).waitFor({ state: 'detached' });
    await page.goto(`/team/api-keys?key=${apiKey.id}`);
    await panel.getByText('Revoked').first().waitFor();
    assert.equal(await panel.getByRole('button', { name: 'Rotate' }).count(), 0);
    await close();
  });

  it('need the password again when the sign-in is old', async () => {
    await service.core.database.owner`
      update sessions set authenticated_at = now() - interval '31 minutes'
      where account_id = (select id from accounts where email = ${admin.email})`;
    const { page, close } = await open({ expects: /403/ });
    // A change of the account has the core read the session again.
    await page.goto('/account');
    await page.getByLabel('Name that others see').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.getByText('The name is stored.').first().waitFor();
    await page.goto('/team/api-keys');
    await page.getByRole('button', { name: 'Create API key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('After a break');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Enter your password' }).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'API key After a break' }).waitFor();
    await close();
  });
});
