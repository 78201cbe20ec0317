/** The free scanner in a browser without a session. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { solveChallenge } from '../../web/screens/scan/proof-of-work.ts';
import { hashAfter } from '../../web/screens/scan/sha256.ts';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
const SAMPLE = 'samples/uipath/Main.xaml';
const HOSTILE = '<img src=x onerror=alert(1)>.xaml';

describe('the free scanner', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) => openPage({ baseURL: service.url, ...options });

  it('takes a file by the keyboard, shows its report at once, and takes an address by a proof of work', async () => {
    const { page, close } = await open();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).pathname));
    const answer = await page.goto('/scan');
    const { 'x-robots-tag': robots, 'referrer-policy': referrer } = answer!.headers();
    assert.deepEqual([robots, referrer], ['noindex', 'no-referrer']);
    await page.getByRole('heading', { level: 1, name: 'Check a workflow' }).waitFor();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByLabel('Choose a file').press('Enter'),
    ]);
    await chooser.setFiles(SAMPLE);

    await page.getByRole('heading', { level: 1, name: 'Main.xaml' }).and(page.locator(':focus')).waitFor();
    assert.match(new URL(page.url()).pathname, /^\/scan\/\w{22}$/);
    await page.getByText('UiPath · checked').waitFor();
    await page.getByText('How to fix it').first().waitFor();
    await page.getByText('It ends on').waitFor();
    await page.getByRole('treeitem', { name: /^Type password.*high finding: / }).waitFor();
    await page.getByRole('treeitem', { name: /^Type password/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('li:focus', { hasText: 'Type password' }).waitFor();
    assert.deepEqual(
      calls.filter((path) => path.startsWith('/api/') && !path.startsWith('/api/v1/demo/')),
      [],
      'the app does not read a session',
    );

    await page.getByLabel('E-mail').fill('ada@example.com');
    const left = page.waitForRequest('**/demo/leads');
    await page.keyboard.press('Enter');
    const proof = (await left).postDataJSON()['captcha-response'] as string;
    assert.ok(hash('sha256', proof, 'buffer').readUInt32BE(0) < 2 ** 15);
    await page.getByText('Thank you. We write to ada@example.com.').waitFor();
    await assertAccessibleInAllModes(page, 'address sent');
    await close();
  });

  it('shows the report to all with the link, until it is deleted', async () => {
    const { page, close } = await open({ expects: /404/ });
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(readFileSync(SAMPLE))]), HOSTILE);
    const { shareToken } = await service.call<{ shareToken: string }>('/demo/validate', {
      method: 'POST',
      body,
    });
    await page.goto(`/scan/${shareToken}`);
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('button', { name: 'Delete report' }).click();
    await page.getByRole('heading', { level: 1, name: 'Check a workflow' }).waitFor();
    await page.goto(`/scan/${shareToken}`);
    await page.getByRole('heading', { name: 'No report is here' }).waitFor();
    await close();
  });

  it('shows progress, can be canceled, and says what is wrong with a file', async () => {
    const { page, close } = await open({ expects: /400|413|429|ERR_ABORTED/ });
    let isHeld = true;
    await page.route('**/demo/validate', (route) => (isHeld ? undefined : route.fallback()));
    await page.goto('/scan');
    const input = page.getByLabel('Choose a file');
    await input.setInputFiles(SAMPLE);
    await page.getByRole('progressbar').waitFor();
    await assertAccessibleInAllModes(page, 'progress');
    await page.getByRole('button', { name: 'Cancel' }).click();
    isHeld = false;
    await input.setInputFiles('package.json');
    await page.getByRole('alert').getByText('unsupported_file_type').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await assertAccessibleInAllModes(page, 'wrong file');
    await input.setInputFiles({
      name: 'large.xaml',
      mimeType: '',
      buffer: Buffer.alloc(2 * 1024 * 1024 + 1, ' '),
    });
    await page.getByRole('alert').getByText('file_too_large').waitFor();
    await close();
  });

  it('counts down where too many come, and then tries by itself', async () => {
    const { page, close } = await open({ expects: /429|408/ });
    const answers = [
      { status: 429, code: 'rate_limited', seconds: '60' },
      { status: 408, code: 'scan_timeout', seconds: null },
    ];
    await page.route('**/demo/validate', (route) => {
      const next = answers.shift();
      if (next === undefined) return route.fallback();
      return route.fulfill({
        status: next.status,
        headers: next.seconds === null ? {} : { 'retry-after': next.seconds },
        json: { error: { code: next.code, message: 'Not now.', docsUrl: null } },
      });
    });
    await page.goto('/scan');
    await page.getByLabel('Choose a file').setInputFiles(SAMPLE);
    await page.getByText(/The next attempt is in \d+ s/).waitFor();
    await assertAccessibleInAllModes(page, 'too many');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('scan_timeout').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Main.xaml' }).waitFor();
    await close();
  });

  it('says that it is switched off', async () => {
    const { page, close } = await open({ expects: /404/ });
    await page.route('**/demo/lead-challenge', (route) =>
      route.fulfill({
        status: 404,
        json: { error: { code: 'route_not_found', message: 'No.', docsUrl: null } },
      }),
    );
    await page.goto('/scan');
    await page.getByRole('heading', { name: 'The free scanner is switched off here' }).waitFor();
    await assertAccessibleInAllModes(page, 'off');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/sign-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await close();
  });
});

describe('a captcha provider', { skip: BROWSER_ABSENT }, () => {
  it('is allowed on the pages of the free scanner alone, and opens the form there', async () => {
    const provider = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(`window.turnstile = {
        render(place, { sitekey, callback }) {
          const button = document.createElement('button');
          button.type = 'button';
          button.textContent = 'Human ' + sitekey;
          button.className = 'button';
          button.onclick = () => callback('answer-7');
          place.append(button);
        },
      };`);
    }).listen(0, '127.0.0.1');
    await once(provider, 'listening');
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const answers: (string | null)[] = [];
    const verifying = await startWebService({
      captcha: {
        check: async (answer) => void answers.push(answer),
        makeChallenge: null,
        widget: { scriptUrl: `${origin}/api.js`, siteKey: 'site-3' },
      },
    });
    const policyOf = async (path: string) =>
      (await fetch(verifying.url + path, { headers: { Accept: 'text/html' } })).headers.get(
        'content-security-policy',
      )!;
    assert.ok((await policyOf('/scan')).includes(origin));
    for (const path of ['/feed', '/sign-in', '/nowhere', '/docs/'])
      assert.ok(!(await policyOf(path)).includes(origin), path);
    for (const path of ['/', '/scan'])
      assert.ok(
        !(await fetch(service.url + path).then(({ headers }) => String([...headers]))).includes(origin),
      );

    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(readFileSync(SAMPLE))]), 'Main.xaml');
    const { shareToken } = await verifying.call<{ shareToken: string }>('/demo/validate', {
      method: 'POST',
      body,
    });
    const { page, close } = await openPage({
      baseURL: verifying.url,
      expects: new RegExp(`^foreign: ${origin}/api.js$`),
    });
    await page.goto(`/scan/${shareToken}`);
    await page.getByLabel('E-mail').fill('ada@example.com');
    assert.ok(await page.getByRole('button', { name: 'Send address' }).isDisabled());
    await page.getByRole('button', { name: 'Human site-3' }).click();
    await page.getByRole('button', { name: 'Send address' }).click();
    await page.getByText('Thank you.').waitFor();
    assert.deepEqual(answers, ['answer-7']);
    await close();
    provider.close();
  });
});

describe('the hash of the page', () => {
  it('is SHA-256, at every length', () => {
    for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 85, 119, 120, 128, 200]) {
      const prefix = 'pow1.abc-XYZ_'.repeat(20).slice(0, length);
      for (const end of ['0', '131071', '9007199254740991'])
        assert.equal(
          hashAfter(prefix).first32(end),
          hash('sha256', prefix + end, 'buffer').readUInt32BE(0),
          `${length} ${end}`,
        );
    }
  });

  it('solves a challenge', async () => {
    const proof = await solveChallenge('pow1.challenge', 12);
    assert.match(proof, /^pow1\.challenge\.\d+$/);
    assert.ok(hash('sha256', proof, 'buffer').readUInt32BE(0) < 2 ** 20);
  });
});
