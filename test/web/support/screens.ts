/** Screens of which `npm run screenshots` makes pictures. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { invite, linkPath, signIn } from './people.ts';
import type { WebService } from './web-service.ts';

/** One picture, in both themes and two sizes. */
export interface Shot {
  readonly name: string;
  /** Address; data that it needs is made by `prepare`. */
  readonly path: string | ((service: WebService) => Promise<string>);
  /** Default: a key, as the app behind a proxy has one. */
  readonly as?: 'person' | 'stranger';
  /** Brings the page into the state to show, and waits for it. */
  readonly prepare: (page: Page) => Promise<void>;
}

const JSON_POST = { method: 'POST', headers: { 'Content-Type': 'application/json' } };

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
    path: (service) => linkPath(service),
    as: 'stranger',
    prepare: (page) => page.getByLabel('Your name').waitFor(),
  },
  {
    name: 'account',
    path: '/account',
    as: 'person',
    prepare: (page) => page.getByText('This one').waitFor(),
  },
  {
    name: 'members',
    async path(service) {
      await signIn(service, 'Grace Example', 'approver');
      await signIn(service, 'Linus Example', 'developer');
      const { memberId } = await invite(service, 'audit@bank.example', 'auditor');
      return `/team/members?member=${memberId}`;
    },
    as: 'person',
    prepare: (page) => page.getByRole('complementary').waitFor(),
  },
  {
    name: 'api-keys',
    async path({ call }) {
      for (const [name, scopes] of [
        ['Azure DevOps, release pipeline', ['analysis:write']],
        ['Nightly report', ['analysis:read', 'exceptions:read', 'audit:read']],
      ])
        await call('/api-keys', { ...JSON_POST, body: JSON.stringify({ name, scopes }) });
      return '/team/api-keys';
    },
    as: 'person',
    prepare: (page) => page.getByRole('link', { name: 'Nightly report' }).waitFor(),
  },
  {
    name: 'api-key',
    path: '/team/api-keys',
    as: 'person',
    async prepare(page) {
      await page.getByRole('button', { name: 'Create API key' }).click();
      await page.getByLabel('Name').fill('GitHub Actions');
      await page.keyboard.press('Enter');
      await page.getByText('Try it with').waitFor();
    },
  },
  {
    name: 'session-ended',
    path: '/settings',
    as: 'person',
    async prepare(page) {
      await page.getByRole('link', { name: 'production' }).waitFor();
      await page.context().clearCookies();
      await page.getByRole('link', { name: 'production' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'feed',
    async path(service) {
      const run = (branch: string) =>
        JSON.stringify({
          pipeline: { repository: 'corp/invoice-robots', branch, workflowRunUrl: 'https://ci.example.com/7' },
        });
      await service.validate('samples/uipath/Main.xaml', {
        metadata: run('main'),
        source: 'cicd',
        environment: 'production',
      });
      await service.validate('samples/power-automate/ApproveInvoice.json', { platform: 'power_automate' });
      await service.validate('samples/blue-prism/Load Customers.bpprocess', {
        platform: 'blue_prism',
        label: 'release 12',
      });
      await service.validate('samples/automation-anywhere/Send Reminders.json', {
        platform: 'automation_anywhere',
        metadata: run('feature/mail'),
      });
      await service.validate('samples/uipath/Main.xaml', {
        metadata: run('main'),
        source: 'cicd',
        enforcement_mode: 'blocking',
        environment: 'production',
      });
      return '/feed';
    },
    prepare: (page) => page.getByRole('link', { name: 'Main.xaml' }).first().waitFor(),
  },
  {
    name: 'workflows',
    async path(service) {
      for (const [file, platform] of [
        ['samples/uipath/Main.xaml', 'uipath'],
        ['samples/power-automate/ApproveInvoice.json', 'power_automate'],
        ['samples/blue-prism/Load Customers.bpprocess', 'blue_prism'],
        ['samples/uipath/Main.xaml', 'uipath'],
      ] as const)
        await service.validate(file, { platform });
      return '/workflows';
    },
    prepare: (page) => page.getByRole('link', { name: 'Main.xaml' }).first().waitFor(),
  },
  {
    name: 'workflow',
    async path({ call }) {
      const { items } = await call<{ items: { workflowId: string }[] }>('/workflows?q=Main');
      return `/workflows/${items[0]!.workflowId}`;
    },
    prepare: (page) => page.getByRole('table', { name: 'Open findings' }).waitFor(),
  },
  {
    name: 'findings',
    async path({ call }) {
      const { groups } = await call<{ groups: { key: string }[] }>('/findings/counts?by=rule');
      return `/findings?open=${groups[0]!.key}`;
    },
    prepare: (page) => page.locator('.group-member').first().waitFor(),
  },
  {
    name: 'result',
    async path(service) {
      await service.validate('samples/uipath/Main.xaml');
      return `/validations/${await service.validate('samples/uipath/Main.xaml', { enforcement_mode: 'blocking' })}`;
    },
    prepare: (page) => page.getByRole('link', { name: /Main/ }).first().waitFor(),
  },
  {
    name: 'finding',
    path: async (service) => `/validations/${await service.validate('samples/uipath/Main.xaml')}`,
    async prepare(page) {
      await page.locator('.finding-link').first().click();
      await page.getByRole('heading', { name: 'How to fix it' }).waitFor();
    },
  },
  {
    name: 'trends',
    async path({ core, validate }) {
      // Runs of three weeks.
      for (let days = 20; days >= 0; days -= 2) {
        const id =
          days % 4 === 0
            ? await validate('samples/uipath/Main.xaml')
            : await validate('samples/blue-prism/Load Customers.bpprocess', { platform: 'blue_prism' });
        await core.database.owner`
          update validations set validated_at = validated_at - make_interval(days => ${days}) where id = ${id}`;
      }
      return '/trends';
    },
    prepare: (page) => page.getByRole('img', { name: /^Mean score/ }).waitFor(),
  },
  {
    name: 'exceptions',
    async path(service) {
      const { core, us, url } = service;
      const requester = await core.identity(undefined, us.orgId);
      const validationId = await service.validate('samples/uipath/Main.xaml');
      const { findings } = await service.call<{ findings: { id: string }[] }>(
        `/results/${validationId}/findings`,
      );
      const reasons = [
        'The vault is connected in the next release.',
        'Input comes from our own queue alone.',
      ];
      for (const [index, reason] of reasons.entries()) {
        const expiresAt = new Date(Date.now() + 28 * 86_400_000).toISOString();
        await fetch(`${url}/api/v1/exceptions`, {
          ...JSON_POST,
          headers: { ...JSON_POST.headers, ...service.headersOf(requester) },
          body: JSON.stringify({ validationId, findingId: findings[index]!.id, reason, expiresAt }),
        });
      }
      return '/exceptions';
    },
    async prepare(page) {
      await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    },
  },
  {
    name: 'picture',
    path: async ({ validate }) => `/validations/${await validate('samples/uipath/Main.xaml')}?view=picture`,
    prepare: (page) => page.getByRole('treeitem').first().waitFor(),
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
    path: '/rules/UIP-SEC-001',
    prepare: (page) => page.getByText('How to fix it').waitFor(),
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
    name: 'webhooks',
    async path({ call }) {
      for (const [url, description] of [
        ['https://tickets.example.com/hooks/flowarden', 'Ticket system'],
        ['https://hooks.slack.example.com/services/T0/B0', 'Channel of the RPA team'],
      ])
        await call('/org-webhooks', { ...JSON_POST, body: JSON.stringify({ url, description }) });
      return '/webhooks';
    },
    prepare: (page) => page.getByRole('link', { name: 'Ticket system' }).waitFor(),
  },
  {
    name: 'webhook',
    async path({ call }) {
      const { id } = await call<{ id: string }>('/org-webhooks', {
        ...JSON_POST,
        body: JSON.stringify({
          url: 'https://tickets.example.com/hooks/flowarden',
          description: 'Ticket system',
        }),
      });
      for (let i = 0; i < 3; i++) await call(`/org-webhooks/${id}/test`, { method: 'POST' });
      return `/webhooks/${id}`;
    },
    async prepare(page) {
      await page.getByRole('link', { name: 'A validation has ended' }).first().waitFor();
    },
  },
  {
    name: 'settings',
    path: '/settings',
    prepare: (page) => page.getByRole('link', { name: 'production' }).waitFor(),
  },
  {
    name: 'scan',
    path: '/scan',
    prepare: (page) => page.getByText('Choose a file').waitFor(),
  },
  {
    name: 'scan-report',
    async path({ call }) {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(readFileSync('samples/uipath/Main.xaml'))]), 'Main.xaml');
      const { shareToken } = await call<{ shareToken: string }>('/demo/validate', { method: 'POST', body });
      return `/scan/${shareToken}`;
    },
    prepare: (page) => page.getByText('How to fix it').first().waitFor(),
  },
  {
    name: 'connect',
    path: '/connect',
    prepare: (page) => page.getByText('Waiting for a run').waitFor(),
  },
  {
    name: 'audit',
    async path({ call }) {
      const post = (path: string, body: object) => call(path, { ...JSON_POST, body: JSON.stringify(body) });
      await post('/environments', { name: 'partners', description: 'Robots of partners', ruleset: 'strict' });
      await call('/environments/partners', { method: 'DELETE' }).catch(() => null);
      await post('/org-webhooks', {
        url: 'https://tickets.example.com/hooks/flowarden',
        description: 'Ticket system',
      });
      await post('/api-keys', {
        name: 'CI of the invoice robots',
        scopes: ['analysis:write', 'analysis:read'],
      });
      return '/audit';
    },
    async prepare(page) {
      await page.getByRole('link', { name: 'Environment created' }).first().click();
      await page.getByRole('complementary').waitFor();
    },
  },
  {
    name: 'not-found',
    path: '/nowhere',
    prepare: (page) => page.getByText('No page has this address').waitFor(),
  },
];
