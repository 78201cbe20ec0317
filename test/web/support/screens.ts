/** Screens of which `npm run screenshots` makes pictures. */
import type { Page } from 'playwright-core';
import type { Estate } from './estate.ts';
import { linkPath } from './people.ts';
import type { WebService } from './web-service.ts';

/** One picture, in both themes and two sizes. */
export interface Shot {
  readonly name: string;
  readonly path: string | ((estate: Estate, service: WebService) => string | Promise<string>);
  /** Default: an admin who has signed in; a newcomer has an organisation without anything. */
  readonly as?: 'key' | 'stranger' | 'newcomer';
  /** Brings the page into the state to show, and waits for it. */
  readonly prepare: (page: Page) => Promise<unknown>;
}

const firstRow = (page: Page) => page.locator('tbody .row-link').first().waitFor();

/** All pictures, in their order. */
export const SHOTS: readonly Shot[] = [
  {
    name: 'sign-in',
    path: '/sign-in',
    as: 'stranger',
    prepare: (page) => page.getByLabel('E-mail').waitFor(),
  },
  {
    name: 'first-account',
    path: (_estate, service) => linkPath(service),
    as: 'stranger',
    prepare: (page) => page.getByLabel('Your name').waitFor(),
  },
  {
    name: 'first-run',
    path: '/feed',
    as: 'newcomer',
    prepare: (page) => page.getByRole('heading', { name: 'No run yet' }).waitFor(),
  },
  { name: 'feed', path: '/feed', prepare: firstRow },
  {
    name: 'feed-open',
    path: ({ changeId }) => `/feed?open=${changeId}`,
    prepare: (page) => page.locator('.change-files a').first().waitFor(),
  },
  { name: 'inbox', path: '/inbox', prepare: firstRow },
  { name: 'feed-files', path: '/feed?view=files', prepare: firstRow },
  { name: 'change', path: ({ changeId }) => `/changes/${changeId}`, prepare: firstRow },
  {
    name: 'change-new',
    path: ({ changeId }) => `/changes/${changeId}?view=new`,
    prepare: (page) => page.getByRole('navigation', { name: 'Change' }).waitFor(),
  },
  {
    name: 'feed-filtered',
    path: '/feed?view=files&passed=false',
    async prepare(page) {
      await firstRow(page);
      await page.locator('summary', { hasText: 'Platform' }).click();
    },
  },
  {
    name: 'result',
    path: ({ validationId }) => `/validations/${validationId}`,
    prepare: (page) => page.locator('.finding-link').first().waitFor(),
  },
  {
    name: 'finding',
    path: ({ validationId, findingId }) => `/validations/${validationId}?finding=${findingId}`,
    prepare: (page) => page.getByRole('heading', { name: 'How to fix it' }).waitFor(),
  },
  {
    name: 'picture',
    path: ({ validationId }) => `/validations/${validationId}?view=picture`,
    prepare: (page) => page.getByRole('treeitem').first().waitFor(),
  },
  {
    name: 'changes',
    path: ({ validationId }) => `/validations/${validationId}?view=changes`,
    prepare: (page) => page.getByText(/^Compared with/).waitFor(),
  },
  {
    name: 'run',
    path: ({ validationId }) => `/validations/${validationId}?view=run`,
    prepare: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'clean',
    path: ({ cleanId }) => `/validations/${cleanId}`,
    prepare: (page) => page.getByRole('heading', { name: 'Nothing was found' }).waitFor(),
  },
  { name: 'workflows', path: '/workflows', prepare: firstRow },
  {
    name: 'workflow',
    path: ({ workflowId }) => `/workflows/${workflowId}`,
    prepare: (page) => page.getByRole('table', { name: 'Open findings' }).waitFor(),
  },
  {
    name: 'findings',
    path: ({ ruleId }) => `/findings?open=${ruleId}`,
    prepare: (page) => page.locator('.group-member').first().waitFor(),
  },
  { name: 'channels', path: '/channels', prepare: firstRow },
  { name: 'sources', path: '/sources', prepare: firstRow },
  {
    name: 'source',
    path: ({ sourceId }) => `/sources/${sourceId}`,
    prepare: (page) => page.getByRole('heading', { name: 'Packages' }).waitFor(),
  },
  {
    name: 'trends',
    path: '/trends?view=runs',
    prepare: (page) => page.getByRole('img', { name: /^Mean score/ }).waitFor(),
  },
  { name: 'projects', path: '/projects', prepare: firstRow },
  {
    name: 'project',
    path: ({ projectId }) => `/projects/${projectId}`,
    prepare: (page) => page.getByRole('table', { name: 'Files', exact: true }).waitFor(),
  },
  {
    name: 'exceptions',
    path: '/exceptions',
    as: 'key',
    prepare: (page) => page.getByRole('checkbox', { name: 'Select all rows' }).check(),
  },
  {
    name: 'exception',
    path: ({ exceptionId }) => `/exceptions/${exceptionId}`,
    prepare: (page) => page.getByRole('heading', { name: 'What it waives' }).waitFor(),
  },
  {
    name: 'exception-request',
    path: ({ validationId, findingId }) => `/exceptions/new?validation=${validationId}&finding=${findingId}`,
    prepare: (page) => page.getByText('What it would cover').waitFor(),
  },
  {
    name: 'rules',
    path: '/rules',
    prepare: (page) => page.getByText(/^\d+ rules$/).waitFor(),
  },
  {
    name: 'rules-filtered',
    path: '/rules?severity=critical,high&q=password',
    async prepare(page) {
      await page.getByText(/ of \d+ rules/).waitFor();
      await page.getByText('Platform', { exact: true }).first().click();
    },
  },
  {
    name: 'rules-none',
    path: '/rules?q=nothing-has-this',
    prepare: (page) => page.getByText('No rule matches').waitFor(),
  },
  {
    name: 'rule',
    path: ({ ruleId }) => `/rules/${ruleId}`,
    prepare: (page) => page.getByText('How to fix it').waitFor(),
  },
  { name: 'policies', path: '/policies', prepare: firstRow },
  {
    name: 'policy',
    path: '/policies/test?environment=production',
    prepare: (page) => page.getByRole('table', { name: 'Rules' }).waitFor(),
  },
  {
    name: 'keys',
    path: '/rules',
    async prepare(page) {
      await page.getByText(/^\d+ rules$/).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'members',
    path: ({ memberId }) => `/team/members?member=${memberId}`,
    prepare: (page) => page.getByRole('complementary').waitFor(),
  },
  { name: 'teams', path: '/team/teams', prepare: firstRow },
  {
    name: 'team',
    path: '/team/teams',
    async prepare(page) {
      await page.getByRole('button', { name: 'Add team' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'api-keys', path: '/team/api-keys', prepare: firstRow },
  {
    name: 'api-key',
    path: '/team/api-keys',
    async prepare(page) {
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByLabel('Name').fill('GitHub Actions');
      await page.keyboard.press('Enter');
      await page.getByText('Try it with').waitFor();
    },
  },
  { name: 'webhooks', path: '/webhooks', prepare: firstRow },
  {
    name: 'webhook',
    path: ({ webhookId }) => `/webhooks/${webhookId}`,
    prepare: firstRow,
  },
  {
    name: 'delivery',
    path: ({ webhookId, deliveryId }) => `/webhooks/${webhookId}/deliveries/${deliveryId}`,
    prepare: (page) => page.getByRole('heading', { name: 'Attempts' }).waitFor(),
  },
  {
    name: 'settings',
    path: '/settings',
    prepare: (page) => page.getByRole('link', { name: 'production' }).waitFor(),
  },
  {
    name: 'environment',
    path: '/settings/environments/production',
    prepare: (page) => page.getByLabel('Enforcement mode').waitFor(),
  },
  {
    name: 'usage',
    path: '/settings/usage',
    prepare: (page) => page.getByText('unlimited').first().waitFor(),
  },
  {
    name: 'audit',
    path: '/audit',
    async prepare(page) {
      await firstRow(page);
      await page.locator('tbody .row-link').nth(1).click();
      await page.getByRole('complementary').waitFor();
    },
  },
  {
    name: 'connect',
    path: '/connect',
    prepare: (page) => page.getByText('Waiting for a run').waitFor(),
  },
  {
    name: 'account',
    path: '/account',
    prepare: (page) => page.getByText('This one').waitFor(),
  },
  {
    name: 'session-ended',
    path: '/settings',
    async prepare(page) {
      await page.getByRole('link', { name: 'production' }).waitFor();
      await page.context().clearCookies();
      await page.getByRole('link', { name: 'production' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'scan',
    path: '/scan',
    as: 'stranger',
    prepare: (page) => page.getByText('Choose a file').waitFor(),
  },
  {
    name: 'scan-report',
    path: ({ scanToken }) => `/scan/${scanToken}`,
    as: 'stranger',
    prepare: (page) => page.getByRole('treeitem').first().waitFor(),
  },
  {
    name: 'evidence',
    async path({ validate }) {
      await validate('samples/uipath/Main.xaml');
      return '/evidence?control=ISO27001:A.5.17';
    },
    prepare: (page) => page.getByRole('complementary').waitFor(),
  },
  {
    name: 'not-found',
    path: '/nowhere',
    prepare: (page) => page.getByText('No page has this address').waitFor(),
  },
];
