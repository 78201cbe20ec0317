/** Everything around the screens: addresses, navigation, keys, themes, and what happens without a connection. */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

describe('the shell of the app', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });
  const ALL_RULES = /^\d+ rules$/;

  it('leads from the root to a screen without an entry of the history', async () => {
    const { page, close } = await open();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.notEqual(new URL(page.url()).pathname, '/');
    assert.equal(await page.evaluate(() => history.length), 2, 'about:blank and the screen');
    await close();
  });

  it('says that an address has no page, with 404', async () => {
    const { page, close } = await open({ expects: /404/ });
    assert.equal((await page.goto('/nowhere'))?.status(), 404);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await assertAccessibleInAllModes(page, 'not found');
    await page.getByRole('link', { name: 'Go to the start' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await close();
  });

  it('leaves the documentation to the browser', async () => {
    const { page, close } = await open();
    await page.goto('/rules');
    await page.getByRole('link', { name: 'Documentation' }).click();
    await page.waitForURL('**/docs/');
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
    await close();
  });

  it('lists its keys, obeys them, and lets a person switch them off', async () => {
    const { page, close } = await open();
    await page.goto('/rules/UIP-REL-001');
    await page.getByRole('heading', { level: 1, name: 'Empty catch block' }).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('Rules', { exact: true }).waitFor();
    await assertAccessibleInAllModes(page, 'keys');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    assert.match(page.url(), /UIP-REL-001$/, 'a dialog takes the keys');
    await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    assert.equal(await dialog.count(), 0);
    await page.reload();
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Shortcuts' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByText(ALL_RULES).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await close();
  });

  it('searches files and rules from every screen, and opens the first match', async () => {
    await service.validate('samples/uipath/Main.xaml', {
      metadata: '{"pipeline":{"repository":"corp/found"}}',
    });
    const { page, close } = await open();
    await page.goto('/rules');
    await page.getByText(ALL_RULES).waitFor();
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('textbox').fill('main');
    await dialog.getByRole('link', { name: 'Main.xaml' }).waitFor();
    await dialog.getByRole('heading', { name: 'Rules' }).waitFor();
    await assertAccessibleInAllModes(page, 'search');
    await dialog.getByRole('textbox').fill('nothing-has-this');
    await dialog.getByText('Nothing matches.').waitFor();
    await dialog.getByRole('textbox').fill('empty catch block');
    await dialog.getByRole('link', { name: 'Empty catch block' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Empty catch block' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  it('lets the keyboard skip the navigation', async () => {
    const { page, close } = await open();
    await page.goto('/rules');
    await page.getByText(ALL_RULES).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.getByRole('searchbox', { name: 'Search rules' }).and(page.locator(':focus')).waitFor();
    await close();
  });

  it('remembers the theme, and shows it before the app has started', async () => {
    const { page, close } = await open({ colorScheme: 'light' });
    const surface = () =>
      page.evaluate(async () => {
        await Promise.allSettled(document.getAnimations().map((transition) => transition.finished));
        return getComputedStyle(document.documentElement).backgroundColor;
      });
    await page.goto('/rules');
    const light = await surface();
    await page.getByTitle('Dark theme').click();
    const dark = await surface();
    assert.notEqual(dark, light);
    await page.route('**/assets/main-*.js', (route) =>
      route.fulfill({ body: '', contentType: 'text/javascript' }),
    );
    await page.reload();
    assert.equal(await surface(), dark);
    assert.equal(await page.locator('#app').innerHTML(), '', 'the app has not started');
    await close();
  });

  it('opens its navigation on a small screen, which closes with the next screen', async () => {
    const { page, close } = await open({ viewport: { width: 390, height: 844 } });
    await page.goto('/rules/UIP-REL-001');
    await page.getByText('How to fix it').waitFor();
    const rules = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rules' });
    assert.equal(await rules.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await assertAccessibleInAllModes(page, 'open navigation');
    await page.setViewportSize({ width: 390, height: 844 });
    await rules.click();
    await page.getByText(ALL_RULES).waitFor();
    await rules.waitFor({ state: 'hidden' });
    await close();
  });

  it('says when there is no connection, and goes on when it is back', async () => {
    const { page, close } = await open({ expects: /ERR_INTERNET_DISCONNECTED/ });
    await page.goto('/rules/UIP-REL-001');
    await page.getByText('How to fix it').waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    await assertAccessibleInAllModes(page, 'offline');
    await page.context().setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    await close();
  });

  it('works behind a proxy that adds a path', async () => {
    const behind = await startWebService({ basePath: '/flow' });
    const proxy = createServer((incoming, outgoing) => {
      const { url = '', method, headers } = incoming;
      if (!url.startsWith('/flow/')) {
        outgoing.writeHead(418).end();
        return;
      }
      const onward = request(behind.url + url.slice('/flow'.length), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    after(() => void proxy.close());
    const baseURL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { page, close } = await openPage({ baseURL, extraHTTPHeaders: behind.headersOf(behind.us) });
    await page.goto('/flow/');
    await page.getByRole('heading', { level: 1, name: 'Feed' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/flow/feed');
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('link', { name: 'Empty catch block' }).click();
    await page.waitForURL('**/flow/rules/UIP-REL-001');
    await page.getByText('How to fix it').waitFor();
    await close();
    proxy.closeAllConnections();
  });
});
