/** Screens of which `npm run screenshots` makes pictures. */
import type { Page } from 'playwright-core';
import type { WebService } from './web-service.ts';

/** One picture, in both themes and two sizes. */
export interface Shot {
  readonly name: string;
  /** Address; data that it needs is made by `prepare`. */
  readonly path: string | ((service: WebService) => Promise<string>);
  /** Brings the page into the state to show, and waits for it. */
  readonly prepare: (page: Page) => Promise<void>;
}

/** All pictures, in their order. */
export const SHOTS: readonly Shot[] = [
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
    name: 'not-found',
    path: '/nowhere',
    prepare: (page) => page.getByText('No page has this address').waitFor(),
  },
];
