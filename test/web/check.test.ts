/** Files of a person in the app: one file, a folder, an archive, and what cannot be judged. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { BROWSER_ABSENT, openPage } from './support/browser.ts';
import { signIn } from './support/people.ts';
import { startWebService } from './support/web-service.ts';

const service = await startWebService();
await service.startJobs();
const SAMPLE = 'samples/uipath/Main.xaml';

async function choose(page: Page, label: string, files: string | string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByLabel(label).press('Enter'),
  ]);
  await chooser.setFiles(files);
}

/** Writes a project of two workflows, with a folder that is never part of one. */
function writeProject(folder: string): string {
  const project = join(folder, 'Invoices');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, 'Flows'));
  for (const name of ['Main.xaml', 'Flows/Other.xaml', '.git/Old.xaml'])
    writeFileSync(join(project, name), readFileSync(SAMPLE));
  return project;
}

describe('files that a person checks', { skip: BROWSER_ABSENT }, () => {
  it('are judged for an environment and a repository, from a link of the feed', async () => {
    const person = await signIn(service, 'Dora Developer', 'developer');
    const { page, close } = await openPage({ baseURL: service.url, ...person.options });
    await page.goto('/feed');
    await page.getByRole('link', { name: 'Check files' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Check files' }).waitFor();
    await page.getByLabel('Environment').selectOption('production');
    await page.getByLabel('Repository').fill('acme/robots');
    await choose(page, 'Choose files', SAMPLE);
    await page.waitForURL(/\/validations\/[\w-]{36}/);
    await page.locator('.finding-link').first().waitFor();
    await page.getByText('acme/robots').first().waitFor();
    await page.goto('/feed?source=app&environment=production');
    await page.getByRole('link', { name: 'Main.xaml' }).waitFor();
    await close();
  });

  it('are packed when they are a folder, without what is never part of a project', async () => {
    const folder = temporaryFolder();
    const person = await signIn(service, 'Fay Folder', 'developer');
    const { page, close } = await openPage({ baseURL: service.url, ...person.options });
    await page.goto('/check');
    await choose(page, 'Choose a folder', writeProject(folder));
    await page.waitForURL(/\/projects\/[\w-]{36}/);
    await page.getByRole('heading', { level: 1, name: 'Invoices.zip' }).waitFor();
    await page.getByRole('link', { name: 'Invoices/Flows/Other.xaml' }).waitFor();
    assert.equal(await page.getByText('Old.xaml').count(), 0);
    await close();
  });

  it('that are no archive are rejected with the reason, and may be chosen again', async () => {
    const folder = temporaryFolder();
    const broken = join(folder, 'broken.zip');
    writeFileSync(broken, 'This is no archive.');
    const person = await signIn(service, 'Bea Broken', 'developer');
    const { page, close } = await openPage({ baseURL: service.url, expects: /400|415/, ...person.options });
    await page.goto('/check');
    await choose(page, 'Choose files', broken);
    await page.getByRole('alert').filter({ hasText: 'unsupported_file_type' }).waitFor();
    await choose(page, 'Choose files', [SAMPLE, 'package.json']);
    await page.waitForURL(/\/projects\/[\w-]{36}/);
    await page.getByRole('heading', { level: 1, name: 'files.zip' }).waitFor();
    await close();
  });

  it('lead nowhere after the person has canceled, or has left the screen', async () => {
    const person = await signIn(service, 'Cal Canceler', 'developer');
    const { page, close } = await openPage({ baseURL: service.url, expects: /ERR_/, ...person.options });
    const held: Route[] = [];
    await page.route('**/api/v1/validate/async', (route) => void held.push(route));
    await page.goto('/check');
    await choose(page, 'Choose files', SAMPLE);
    await page.getByText('Sending Main.xaml').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByLabel('Choose files').waitFor();
    await choose(page, 'Choose files', SAMPLE);
    await page.getByText('Sending Main.xaml').waitFor();
    await page.getByRole('link', { name: 'Feed', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Feed' }).waitFor();
    const json = { validationId: '00000000-0000-7000-8000-000000000000', status: 'queued' };
    for (const route of held) await route.fulfill({ status: 202, json }).catch(() => undefined);
    await page.getByRole('link', { name: 'Workflows', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Workflows' }).waitFor();
    assert.equal(held.length, 2);
    assert.equal(new URL(page.url()).pathname, '/workflows');
    await close();
  });

  it('come only from people who may send some', async () => {
    const person = await signIn(service, 'Vic Viewer', 'viewer');
    const { page, close } = await openPage({ baseURL: service.url, ...person.options });
    await page.goto('/feed');
    await page.getByRole('heading', { level: 1, name: 'Feed' }).waitFor();
    await page.getByRole('link', { name: 'Connect a pipeline' }).first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Check files' }).count(), 0);
    await close();
  });
});
