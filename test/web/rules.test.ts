/** The rule catalogue in a browser. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAriaSnapshot } from './support/aria-snapshot.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

describe('the rule catalogue', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('lists every rule, with filters in the address that back restores', async () => {
    const { page, close } = await open();
    await page.goto('/rules');
    await page
      .getByRole('status')
      .getByText(/^\d+ rules$/)
      .waitFor();
    const { rules } = await service.call<{ rules: { severity: string }[] }>('/rules');
    assert.equal(await page.getByRole('row').count(), rules.length + 1);

    await page.getByText('Severity', { exact: true }).first().click();
    await page.getByRole('checkbox', { name: /Critical/ }).check();
    const critical = rules.filter(({ severity }) => severity === 'critical').length;
    await page.getByText(`${critical} of ${rules.length} rules`).waitFor();
    assert.equal(new URL(page.url()).search, '?severity=critical');

    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('password');
    await page.waitForURL('**/rules?severity=critical&q=password');
    await page.goBack();
    assert.equal(new URL(page.url()).search, '?severity=critical', 'all keys of one input are one step');
    await page.goBack();
    await page.getByText(`${rules.length} rules`, { exact: true }).waitFor();
    await close();
  });

  it('opens a rule by the keyboard alone and comes back to the list', async () => {
    const { page, close } = await open();
    await page.goto('/rules?q=UIP-REL-001');
    await page.getByRole('link', { name: 'Empty catch block' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: 'Empty catch block' });
    await heading.waitFor();
    await page.waitForFunction(() => document.title === 'UIP-REL-001: Empty catch block · Flowarden');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await assertAriaSnapshot(page.getByRole('main'), 'rule');
    await page.goBack();
    await page.waitForURL('**/rules?q=UIP-REL-001');
    await close();
  });

  it('shows one example of each kind, and all of them on request', async () => {
    const { page, close } = await open();
    const { examples } = await service.call<{ examples: unknown[] }>('/rules/UIP-SEC-001');
    assert.ok(examples.length > 2);
    await page.goto('/rules/UIP-SEC-001');
    const blocks = page.getByRole('region', { name: /example \d+$/ });
    await blocks.first().waitFor();
    assert.equal(await blocks.count(), 2);
    await page.getByRole('button', { name: `Show all ${examples.length} examples` }).press('Enter');
    assert.equal(await blocks.count(), examples.length);
    await page.getByRole('button', { name: 'Show one of each' }).press('Enter');
    assert.equal(await blocks.count(), 2);
    await close();
  });

  it('is accessible in every mode: facet, nothing found, unknown rule', async () => {
    const { page, close } = await open({ expects: /404/ });
    await page.goto('/rules?severity=critical');
    await page.getByText(/ of \d+ rules/).waitFor();
    await page.getByText('Platform', { exact: true }).first().click();
    await assertAccessibleInAllModes(page, 'facet');
    for (const [address, text] of [
      ['/rules?q=nothing-has-this', 'No rule matches'],
      ['/rules/NO-SUCH-001', 'No rule has this id'],
    ] as const) {
      await page.goto(address);
      await page.getByRole('heading', { name: text }).waitFor();
      await assertAccessibleInAllModes(page, address);
    }
    await close();
  });

  it('says what failed, and tries again', async () => {
    const { page, close } = await open({ expects: /503/ });
    let isAway = true;
    await page.route('**/api/v1/rules', (route) =>
      isAway
        ? route.fulfill({
            status: 503,
            headers: { 'Retry-After': '60', 'X-Request-Id': 'request-17' },
            json: {
              error: { code: 'core_unavailable', message: 'The core is away.', docsUrl: '/docs/errors' },
            },
          })
        : route.continue(),
    );
    await page.goto('/rules');
    const alert = page.getByRole('alert');
    await alert.getByText('The core is away.').waitFor();
    assert.match(await alert.innerText(), /core_unavailable[\s\S]*request-17[\s\S]*in \d+ s/);
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^\d+ rules$/).waitFor();
    await close();
  });
});
