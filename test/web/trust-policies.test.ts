/** Trust policies in a browser: added, changed and deleted by an admin. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimsIn, linesOf } from '../../web/screens/trust-policies/claim-lines.ts';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

interface Policies {
  readonly policies: readonly {
    readonly name: string;
    readonly provider: string;
    readonly pins: object;
    readonly conditions: object;
  }[];
}

describe('trust policies', { skip: BROWSER_ABSENT }, () => {
  it('are added, changed and deleted by the keyboard', async () => {
    const admin = await signIn(service, 'Ada Example');
    const { page, close } = await openPage({ baseURL: service.url, expects: /400/, ...admin.options });
    await page.goto('/team/trust-policies');
    await page.getByRole('heading', { name: 'No trust policy yet' }).waitFor();
    await page.getByRole('button', { name: 'Trust jobs' }).press('Enter');
    await page.getByLabel('Name').fill('acme/robots');
    assert.equal(await page.getByLabel('Issuer').inputValue(), 'https://token.actions.githubusercontent.com');
    await page.getByLabel('Pins').fill('repository_owner_id = 4711\nrepository_id =');
    await page.getByLabel('Name').press('Enter');
    await page.getByText('Give repository_id a value, or remove its line.').waitFor();
    await page.getByLabel('Pins').fill('repository_owner_id = 4711\nrepository_id = 815');
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('link', { name: 'acme/robots' }).press('Enter');

    await page.getByRole('button', { name: 'Change' }).press('Enter');
    await page.getByLabel('Conditions').fill('ref = refs/heads/main\nenvironment=production');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'environment = production' }).waitFor();
    const { policies } = await service.call<Policies>('/trust-policies');
    assert.deepEqual(
      policies.map(({ name, provider, pins, conditions }) => ({ name, provider, pins, conditions })),
      [
        {
          name: 'acme/robots',
          provider: 'github',
          pins: { repository_owner_id: '4711', repository_id: '815' },
          conditions: { ref: 'refs/heads/main', environment: 'production' },
        },
      ],
    );

    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('button', { name: 'Delete trust policy' }).press('Enter');
    await page.getByRole('heading', { name: 'No trust policy yet' }).waitFor();
    await close();
  });

  it('show why the service rejects one, with what was written', async () => {
    const admin = await signIn(service, 'Ben Example');
    const { page, close } = await openPage({ baseURL: service.url, expects: /400/, ...admin.options });
    await page.goto('/team/trust-policies');
    await page.getByRole('button', { name: 'Trust jobs' }).press('Enter');
    await page.getByLabel('Name').fill('Any');
    await page.getByLabel('CI system', { exact: true }).selectOption('GitLab');
    await page.getByLabel('Pins').fill('user_login = ada');
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Pins').inputValue(), 'user_login = ada');
    await close();
  });
});

describe('lines of claims', () => {
  it('are read as they are written', () => {
    const claims = { sub: 'job/a=b', aud: 'https://flowarden.example.org' };
    assert.deepEqual(claimsIn(linesOf(claims)), claims);
    assert.deepEqual(claimsIn('\n  \n'), {});
  });

  it('say what is wrong with a line', () => {
    assert.equal(claimsIn('ref'), 'Write "ref" as NAME = VALUE.');
    assert.equal(claimsIn('= main'), 'Write "= main" as NAME = VALUE.');
    assert.equal(claimsIn('ref = a\nref = b'), 'ref has two lines. Leave one of them.');
  });
});
