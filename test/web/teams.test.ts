/** Teams in a browser: added, changed and deleted by an admin. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { patternLines, patternsIn } from '../../web/screens/teams/pattern-lines.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

interface Teams {
  readonly teams: readonly {
    readonly name: string;
    readonly handles: readonly string[];
    readonly members: readonly { readonly name: string | null }[];
    readonly patterns: readonly { readonly repository: string; readonly path: string | null }[];
  }[];
}

describe('teams', { skip: BROWSER_ABSENT }, () => {
  it('are added, changed and deleted by the keyboard', async () => {
    const admin = await signIn(service, 'Ada Example');
    const { page, close } = await openPage({ baseURL: service.url, expects: /409/, ...admin.options });
    await page.goto('/team/teams');
    await page.getByRole('heading', { name: 'No team yet' }).waitFor();
    await page.getByRole('button', { name: 'Add team' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Payments');
    await page.getByLabel('Owns').fill('bank/payment-*\n\nbank/robots : /payments/');
    await page.getByLabel('Ada Example').press('Space');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Payments' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'bank/robots : /payments/' }).waitFor();
    const { teams } = await service.call<Teams>('/teams');
    assert.deepEqual(
      teams.map(({ name, handles, members, patterns }) => ({
        name,
        handles,
        members: members.map((member) => member.name),
        patterns,
      })),
      [
        {
          name: 'Payments',
          handles: [],
          members: ['Ada Example'],
          patterns: [
            { repository: 'bank/payment-*', path: null },
            { repository: 'bank/robots', path: '/payments/' },
          ],
        },
      ],
    );

    await page.getByRole('button', { name: 'Change' }).press('Enter');
    await page.getByLabel('Owns').fill('bank/cards');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'bank/cards' }).waitFor();

    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('button', { name: 'Delete team' }).press('Enter');
    await page.getByRole('heading', { name: 'No team yet' }).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Teams' }).and(page.locator(':focus')).waitFor();
    await page.waitForURL((url) => url.search === '');
    await close();
  });

  it('with a name as long as it may be have a panel that can be closed', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(100) });
    const headers = { 'Content-Type': 'application/json' };
    const { id } = await service.call<{ id: string }>('/teams', { method: 'POST', headers, body });
    const admin = await signIn(service, 'Grace Example');
    const { page, close } = await openPage({ baseURL: service.url, ...admin.options });
    await page.goto(`/team/teams?team=${id}`);
    const button = await page.getByRole('complementary').getByRole('button', { name: 'Close' }).boundingBox();
    const { width } = page.viewportSize()!;
    assert.ok(button && button.x + button.width <= width, `the button is at ${button?.x} of ${width}`);
    await close();
  });
});

describe('groups of the identity provider', { skip: BROWSER_ABSENT }, () => {
  it('are mapped to a role and a team, changed and deleted by the keyboard', async () => {
    const headers = { 'Content-Type': 'application/json' };
    await service.call('/teams', { method: 'POST', headers, body: JSON.stringify({ name: 'Robots' }) });
    const mappings = async () => {
      const answer = await service.call<{ mappings: { group: string; role: string; teamIds: string[] }[] }>(
        '/group-mappings',
      );
      return answer.mappings.map(({ group, role, teamIds }) => [group, role, teamIds.length]);
    };
    const admin = await signIn(service, 'Joan Example');
    const { page, close } = await openPage({ baseURL: service.url, ...admin.options });
    await page.goto('/team/teams');
    await page.getByRole('button', { name: 'Add group' }).press('Enter');
    await page.getByRole('textbox', { name: 'Group' }).fill('/bank/robotics');
    await page.getByLabel('Role').selectOption('developer');
    await page.getByLabel('Robots').press('Space');
    await assertAccessibleInAllModes(page);
    await page.getByRole('textbox', { name: 'Group' }).press('Enter');
    const mapped = page.getByRole('button', { name: '/bank/robotics' });
    await mapped.waitFor();
    assert.deepEqual(await mappings(), [['/bank/robotics', 'developer', 1]]);
    await mapped.press('Enter');
    await page.getByLabel('Role').selectOption('approver');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('cell', { name: 'approver, Robots' }).waitFor();
    await mapped.press('Enter');
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await mapped.waitFor({ state: 'detached' });
    assert.deepEqual(await mappings(), []);
    await close();
  });
});

describe('CODEOWNERS files', { skip: BROWSER_ABSENT }, () => {
  it('are read and confirmed, and name teams by their handles', async () => {
    const admin = await signIn(service, 'Alan Example');
    const { page, close } = await openPage({ baseURL: service.url, ...admin.options });
    await page.goto('/team/teams');
    await page.getByRole('button', { name: 'Add team' }).press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Cards');
    await page.getByLabel('Names in CODEOWNERS').fill('@bank/cards cards@example.com');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('link', { name: 'Cards' }).waitFor();

    const form = new FormData();
    for (const [name, value] of Object.entries({
      repository: 'bank/robots',
      path: 'CODEOWNERS',
      grammar: 'github',
    }))
      form.set(name, value);
    form.set('file', new Blob(['* @bank/cards @bank/nobody\n']), 'CODEOWNERS');
    await service.call('/code-owners', { method: 'POST', body: form });
    await page.reload();
    const files = page.getByRole('table', { name: 'CODEOWNERS files' });
    await files.getByText('Proposed').waitFor();
    await files.getByRole('link', { name: 'bank/robots' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: '@bank/cards: Cards' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: '@bank/nobody: no team has this handle' }).waitFor();
    await page.getByText('* @bank/cards @bank/nobody').waitFor();
    await assertAccessibleInAllModes(page);
    await page.getByRole('button', { name: 'Confirm' }).press('Enter');
    await files.getByText('In force').waitFor();
    await page.waitForURL((url) => url.search === '');
    await close();
  });
});

describe('lines of patterns', () => {
  it('are read as they are written', () => {
    const patterns = [
      { repository: 'bank/*', path: null },
      { repository: 'project: a', path: '/b : c/' },
    ];
    assert.deepEqual(patternsIn(patternLines(patterns)), patterns);
    assert.deepEqual(patternsIn('\n  \n'), []);
  });
});
