/** Webhooks in a browser. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { assertAccessibleInAllModes } from './support/axe.ts';
import { BROWSER_ABSENT, openPage, type PageOptions } from './support/browser.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();

describe('webhooks', { skip: BROWSER_ABSENT }, () => {
  const open = (options: Partial<PageOptions> = {}) =>
    openPage({ baseURL: service.url, extraHTTPHeaders: service.headersOf(service.us), ...options });

  it('are created by the keyboard alone, and their secret is gone once it was stored', async () => {
    const { page, close } = await open();
    await page.goto('/webhooks');
    await page.getByRole('heading', { name: 'No webhook yet' }).waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Create webhook' });
    await form.getByLabel('Address').fill('https://hooks.example.com/flowarden');
    await form.getByLabel('Description').fill('Ticket system');
    await page.keyboard.press('Enter');

    const shown = page.getByRole('dialog', { name: 'Signing secret' });
    const secret = await shown.locator('code').first().innerText();
    assert.match(secret, /^whsec_/);
    await page.keyboard.press('Escape');
    await shown.getByText('cannot be shown again').waitFor();
    await assertAccessibleInAllModes(page, 'secret');
    await shown.getByLabel('I have stored').check();
    await shown.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('heading', { level: 1, name: 'Ticket system' }).waitFor();
    await page.getByRole('heading', { name: 'Nothing sent yet' }).waitFor();
    assert.ok(!(await page.content()).includes(secret), 'the secret is not in the page any more');
    await page.goBack();
    await page.getByRole('link', { name: 'Ticket system' }).waitFor();
    assert.ok(!(await page.content()).includes(secret));
    await close();
  });

  it('are tested, disabled, enabled, changed and deleted', async () => {
    const { page, close } = await open({ expects: /404/ });
    const { id } = await service.call<{ id: string }>('/org-webhooks', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        url: 'https://hooks.example.com/two',
        description: '<img src=x onerror=alert(1)>',
      }),
    });
    await page.goto(`/webhooks/${id}`);
    await page.getByRole('heading', { level: 1, name: '<img src=x' }).waitFor();
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('A test event is on its way.').first().waitFor();
    await page.getByRole('link', { name: 'A validation has ended' }).click();
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    await page.goBack();

    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('A person has disabled it.').waitFor();
    await assertAccessibleInAllModes(page, 'disabled');
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('Enabled', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Description').fill('Chat of the team');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Chat of the team' }).waitFor();

    await page.getByRole('button', { name: 'Recover' }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Nothing was missed since then.').first().waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByRole('link', { name: 'Chat of the team' }).waitFor({ state: 'detached' });
    await page.goto(`/webhooks/${id}`);
    await page.getByRole('alert').waitFor();
    await assertAccessibleInAllModes(page, 'unknown');
    await close();
  });

  it('have a signature helper that agrees with OpenSSL and sends nothing', async () => {
    const { page, close } = await open();
    const { id } = await service.call<{ id: string }>('/org-webhooks', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://hooks.example.com/three' }),
    });
    await page.goto(`/webhooks/${id}`);
    await page.getByText('Check a signature').click();
    await page.getByLabel('Signing secret').fill('whsec_abc');
    await page.getByLabel('Raw body').fill('{"event":"ü"}');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    const signature = `sha256=${createHmac('sha256', 'whsec_abc').update('{"event":"ü"}').digest('hex')}`;
    await page.getByLabel('X-Service-Signature').fill(signature);
    await page.getByRole('button', { name: 'Check signature' }).click();
    await page.getByText('The signature is right').waitFor();
    await page.getByLabel('Raw body').fill('{"event":"u"}');
    await page.getByRole('button', { name: 'Check signature' }).click();
    await page.getByText('The signature is wrong').waitFor();
    assert.deepEqual(sent, []);
    await close();
  });
});
