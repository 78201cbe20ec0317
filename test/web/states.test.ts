/** Every screen in every state and mode of display. A screen without an entry fails the first test. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { AppPath } from '../../gateway/pages/app/app-paths.ts';
import { APP_PATHS } from '../../gateway/pages/app/app-paths.ts';
import { SCREENS } from '../../web/shell/screens.tsx';
import { bySize, someOf } from '../support/ring.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, type GuardedPage, openPage, type PageOptions } from './support/browser.ts';
import { type Estate, fillEstate } from './support/estate.ts';
import { signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

/** States of a screen. Null: it has no such state. */
interface States {
  readonly address: (estate: Estate) => string;
  /** Waits for the screen with its data. */
  readonly full: (page: Page) => Promise<unknown>;
  /** Heading where the organisation has nothing, or where nothing has the id of the address. */
  readonly empty: string | null;
  /** Button that opens a dialog. */
  readonly dialog?: string;
  /** True: the screen loads nothing, so it neither waits nor fails. */
  readonly isStatic?: boolean;
  readonly isForStrangers?: boolean;
}

const NO_ID = '00000000-0000-7000-8000-000000000000';
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first().waitFor();
const text = (pattern: RegExp | string) => (page: Page) => page.getByText(pattern).first().waitFor();
const firstRow = (page: Page) => page.locator('tbody .row-link').first().waitFor();
const at = (address: string) => () => address;

/** Path → its states. */
const STATES: Readonly<Partial<Record<AppPath, States>>> = {
  '/feed': {
    address: ({ changeId }) => `/feed?open=${changeId}`,
    full: (page) => page.locator('.change-files a').first().waitFor(),
    empty: 'No run yet',
  },
  '/changes/:id': {
    address: ({ changeId }) => `/changes/${changeId}`,
    full: firstRow,
    empty: 'No change has this id',
  },
  '/validations/:id': {
    address: ({ validationId }) => `/validations/${validationId}`,
    full: (page) => page.locator('.finding-link').first().waitFor(),
    empty: 'No result has this address',
  },
  '/check': { address: at('/check'), full: text('Choose a folder'), empty: null, isStatic: true },
  '/workflows': { address: at('/workflows'), full: firstRow, empty: 'No workflow yet' },
  '/workflows/:key': {
    address: ({ workflowId }) => `/workflows/${workflowId}`,
    full: (page) => page.getByRole('table', { name: 'Open findings' }).waitFor(),
    empty: 'No workflow has this id',
    dialog: 'Delete workflow',
  },
  '/findings': {
    address: ({ ruleId }) => `/findings?open=${ruleId}`,
    full: (page) => page.locator('.group-member').first().waitFor(),
    empty: 'No workflow yet',
  },
  '/inbox': { address: at('/inbox'), full: firstRow, empty: 'Nothing waits for you' },
  '/inventory': {
    address: at('/inventory?kind=activity_type&value=TypeInto'),
    full: firstRow,
    empty: null,
  },
  '/channels': { address: at('/channels'), full: firstRow, empty: 'Channels are switched off' },
  '/drift': { address: at('/drift'), full: heading('Nothing to compare yet'), empty: null },
  '/sources': {
    address: at('/sources'),
    full: firstRow,
    empty: 'No source yet',
    dialog: 'Add source',
  },
  '/sources/:id': {
    address: ({ sourceId }) => `/sources/${sourceId}`,
    full: heading('Packages'),
    empty: null,
    dialog: 'Change credential',
  },
  '/trends': {
    address: at('/trends?view=runs'),
    full: (page) => page.getByRole('img', { name: /^Mean score/ }).waitFor(),
    empty: 'No run in the last 30 days',
  },
  '/trends/report': { address: at('/trends/report'), full: heading('Open critical findings'), empty: null },
  '/projects': { address: at('/projects'), full: firstRow, empty: 'No project yet' },
  '/projects/:id': {
    address: ({ projectId }) => `/projects/${projectId}?view=files`,
    full: (page) => page.getByRole('table', { name: 'Files', exact: true }).waitFor(),
    empty: 'No project has this id',
  },
  '/exceptions': { address: at('/exceptions'), full: firstRow, empty: 'Nothing to decide' },
  '/exceptions/new': {
    address: ({ validationId, findingId }) =>
      `/exceptions/new?validation=${validationId}&finding=${findingId}`,
    full: heading('What it would cover'),
    empty: null,
  },
  '/exceptions/:id': {
    address: ({ exceptionId }) => `/exceptions/${exceptionId}`,
    full: heading('What it waives'),
    empty: null,
    dialog: 'Reject',
  },
  '/rules': { address: at('/rules?severity=critical'), full: firstRow, empty: null },
  '/rules/:id': {
    address: ({ ruleId }) => `/rules/${ruleId}`,
    full: heading('How to fix it'),
    empty: null,
  },
  '/policies': {
    address: at('/policies'),
    full: firstRow,
    empty: 'No pack is published',
    dialog: 'Assign pack',
  },
  '/policies/:slug': {
    address: at('/policies/test?environment=production&q=MNT-016'),
    full: (page) => page.getByRole('table', { name: 'Rules' }).waitFor(),
    empty: null,
  },
  '/team/members': {
    address: at('/team/members'),
    full: firstRow,
    empty: 'No member yet',
    dialog: 'Add member',
  },
  '/team/api-keys': {
    address: at('/team/api-keys'),
    full: firstRow,
    empty: null,
    dialog: 'Create API key',
  },
  '/team/teams': {
    address: at('/team/teams'),
    full: firstRow,
    empty: 'No team yet',
    dialog: 'Add team',
  },
  '/team/trust-policies': {
    address: at('/team/trust-policies'),
    full: firstRow,
    empty: 'No trust policy yet',
    dialog: 'Trust jobs',
  },
  '/webhooks': {
    address: at('/webhooks'),
    full: firstRow,
    empty: 'No webhook yet',
    dialog: 'Create webhook',
  },
  '/webhooks/:id': {
    address: ({ webhookId }) => `/webhooks/${webhookId}`,
    full: firstRow,
    empty: null,
    dialog: 'Edit',
  },
  '/webhooks/:id/deliveries/:delivery': {
    address: ({ webhookId, deliveryId }) => `/webhooks/${webhookId}/deliveries/${deliveryId}`,
    full: heading('Attempts'),
    empty: null,
  },
  '/settings': {
    address: at('/settings'),
    full: (page) => page.getByRole('link', { name: 'production' }).waitFor(),
    empty: null,
    dialog: 'Add environment',
  },
  '/settings/environments/:name': {
    address: at('/settings/environments/production'),
    full: (page) => page.getByLabel('Enforcement mode').waitFor(),
    empty: null,
    dialog: 'Delete',
  },
  '/settings/usage': { address: at('/settings/usage'), full: text('unlimited'), empty: null },
  '/audit': { address: at('/audit'), full: firstRow, empty: 'Nothing recorded yet' },
  '/evidence': { address: at('/evidence'), full: firstRow, empty: null },
  '/connect': { address: at('/connect'), full: text('Waiting for a run'), empty: null, isStatic: true },
  '/account': { address: at('/account'), full: text('This one'), empty: null },
  '/sign-in': {
    address: at('/sign-in'),
    full: (page) => page.getByLabel('E-mail').waitFor(),
    empty: null,
    isForStrangers: true,
  },
  '/sign-out': { address: at('/sign-out'), full: heading('Sign out?'), empty: null, isStatic: true },
  '/scan': {
    address: at('/scan'),
    full: text('Choose a file'),
    empty: null,
    // The place for a file is there from the start.
    isStatic: true,
    isForStrangers: true,
  },
  '/scan/:token': {
    address: ({ scanToken }) => `/scan/${scanToken}`,
    full: text('How to fix it'),
    empty: 'No report is here',
    isForStrangers: true,
    dialog: 'Delete',
  },
};

/** Screens that wait, fail and are empty too: the inner ring leaves it to a few, as shared parts draw this on all screens. */
const IN_EVERY_STATE = new Set(someOf(Object.keys(STATES), 1));

/** Answer of a service that is overloaded. */
const FAILURE = {
  status: 503,
  headers: { 'Retry-After': '60', 'X-Request-Id': 'request-17' },
  json: { error: { code: 'query_timeout', message: 'It took too long.', docsUrl: '/docs/errors' } },
};

const service = await startWebService();
const estate = await fillEstate(service, { isHostile: true });
const admin = await signIn(service, 'Ada Example');
const newcomer = await service.core.identity();
/** Ids that nothing has. */
const nothing = Object.fromEntries(Object.keys(estate).map((name) => [name, NO_ID])) as unknown as Estate;

const VISITORS = {
  admin: admin.options,
  newcomer: { extraHTTPHeaders: service.headersOf(newcomer) },
  stranger: {},
} as const satisfies Record<string, Partial<PageOptions>>;
const pages = new Map<keyof typeof VISITORS, Promise<GuardedPage>>();

/** The page of a visitor. All screens share it: in a new one, a browser reads the whole app again. */
async function pageOf(visitor: keyof typeof VISITORS): Promise<GuardedPage> {
  const opening =
    pages.get(visitor) ?? openPage({ baseURL: service.url, expects: /503|40[014]/, ...VISITORS[visitor] });
  pages.set(visitor, opening);
  const opened = await opening;
  // "40 minutes ago" needs more room than "just now".
  await opened.page.clock.setFixedTime(Date.now() + 40 * 60_000);
  await opened.page.unrouteAll({ behavior: 'ignoreErrors' });
  return opened;
}

/**
 * Shows a screen. The inner ring follows the address inside the app that is already open: a browser that reads the whole app
 * again, and axe with it, takes most of the time. The full ring loads each address anew, as a person does who opens a link.
 */
const show = bySize(showInside, async (page: Page, address: string) => void (await page.goto(address)));

async function showInside(page: Page, address: string): Promise<void> {
  const before = await page.locator('main h1').elementHandles();
  if (before.length === 0) return void (await page.goto(address));
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  // The app keeps the screen before until it has the code of the next one.
  for (const heading of before) await page.waitForFunction((one) => !one.isConnected, heading);
}

/** Screens whose columns of numbers need more room than the window has. */
const WIDE = new Set(['/evidence']);

/** Names the tables that are wider than their frame. */
function tablesCutOff(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.table-frame')
    .evaluateAll((frames) =>
      frames
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map((frame) => frame.querySelector('table')!.getAttribute('aria-label')),
    );
}

/** Holds the calls of the app back, apart from the first ones, which say who it is; the returned function fails them all. */
async function holdCalls(page: Page, isStranger: boolean): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  const pattern = isStranger ? /\/api\/v1\/(?!session$|usage$)/ : /\/api\/v1\/(?!session$)/;
  await page.route(pattern, (route) => (isHeld ? void held.push(route) : route.fulfill(FAILURE)));
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.fulfill(FAILURE)));
  };
}

describe('every screen', { skip: BROWSER_ABSENT }, () => {
  after(async () => {
    for (const opening of pages.values()) await (await opening).close();
  });

  it('has a path in the gateway, and an entry here', () => {
    const paths = SCREENS.map(({ path }) => path as string).toSorted();
    assert.deepEqual(APP_PATHS.filter((path) => path !== '/' && path !== '/share/:token').toSorted(), paths);
    assert.deepEqual(Object.keys(STATES).toSorted(), paths);
  });

  for (const [path, states] of Object.entries(STATES)) {
    const { address, full, empty, dialog, isStatic = false, isForStrangers = false } = states;
    it(`${path} is accessible in each state and mode`, async () => {
      const { page, faults } = await pageOf(isForStrangers ? 'stranger' : 'admin');
      // Those of a screen before are its own: they must not fail this one too.
      const known = faults.length;
      if (!isStatic && IN_EVERY_STATE.has(path)) {
        const fail = await holdCalls(page, isForStrangers);
        await page.goto(address(estate));
        await page.getByRole('status', { name: 'Loading' }).first().waitFor();
        await assertAccessibleInAllModes(page, 'loading');
        await fail();
        await page.getByRole('alert').first().waitFor();
        await assertAccessibleInAllModes(page, 'error');
        await page.unrouteAll();
      }
      // Those for strangers are pages of their own; a screen that has just failed is already open.
      await (isForStrangers || IN_EVERY_STATE.has(path)
        ? page.goto(address(estate))
        : show(page, address(estate)));
      await full(page);
      await assertAccessibleInAllModes(page, 'full');
      assert.equal(await page.locator('main img').count(), 0, 'names are text');
      if (!WIDE.has(path))
        assert.deepEqual(await tablesCutOff(page), [], 'long names leave room for the other columns');
      if (dialog !== undefined) {
        const opener = page.getByRole('button', { name: dialog, exact: true }).first();
        await opener.press('Enter');
        await page.getByRole('dialog').waitFor();
        await assertAccessibleInAllModes(page, 'dialog');
        await page.keyboard.press('Escape');
        await opener.and(page.locator(':focus')).waitFor();
      }
      if (empty !== null && IN_EVERY_STATE.has(path)) {
        const other = await pageOf(isForStrangers ? 'stranger' : 'newcomer');
        const knownThere = other.faults.length;
        await other.page.goto(address(nothing));
        await other.page.getByRole('heading', { name: empty }).waitFor();
        await assertAccessibleInAllModes(other.page, 'empty');
        assert.deepEqual(other.faults.slice(knownThere), []);
      }
      assert.deepEqual(faults.slice(known), []);
    });
  }
});
