/** Pages of the web app in a browser that is slowed down, and what the browser says about their speed. */
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { findBrowser } from '../test/web/support/chromium.ts';
import { launchBrowser } from '../test/web/support/launch-browser.ts';

/** Slowness of a computer and its network. */
export interface Throttle {
  readonly cpuRate: number;
  readonly latencyMs: number;
  readonly megabits: number;
}

/** A modest notebook on a connection from elsewhere. */
export const SLOW: Throttle = { cpuRate: 4, latencyMs: 40, megabits: 10 };

/** Script that notes what the browser says. */
const OBSERVER = join(import.meta.dirname, 'programs', 'page-observer.js');
const VIEWPORT = { width: 1440, height: 900 };
const PASSWORD = 'five words that only Ada knows';

/** Page with its connection to the browser. */
export interface BenchPage extends AsyncDisposable {
  readonly page: Page;
  /** Slows the page down from now on. */
  slowDown(throttle: Throttle): Promise<void>;
  /** Returns the used heap of scripts in MiB, after a collection. */
  heapMiB(): Promise<number>;
}

/** Browser in which a person has signed in. */
export interface BenchBrowser extends AsyncDisposable {
  readonly version: string;
  /** Opens a page with an empty cache. */
  open(): Promise<BenchPage>;
}

/** Starts a browser, and signs the first person in by the link; null: there is no browser. */
export async function startBrowser(signInUrl: string): Promise<BenchBrowser | null> {
  const program = findBrowser();
  if (program === null) return null;
  const browser = await launchBrowser(program);
  const storageState = await signIn(browser, signInUrl);
  return {
    version: browser.version(),
    async open() {
      const context = await browser.newContext({ storageState, viewport: VIEWPORT });
      await context.addInitScript({ path: OBSERVER });
      return benchPage(context);
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function signIn(browser: Browser, url: string): ReturnType<BrowserContext['storageState']> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Your name').fill('Ada Example');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Feed' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function benchPage(context: BrowserContext): Promise<BenchPage> {
  const page = await context.newPage();
  const session: CDPSession = await context.newCDPSession(page);
  return {
    page,
    async slowDown({ cpuRate, latencyMs, megabits }) {
      const bytesPerSecond = (megabits * 1_000_000) / 8;
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: latencyMs,
        downloadThroughput: bytesPerSecond,
        uploadThroughput: bytesPerSecond,
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate });
    },
    async heapMiB() {
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return usedSize / 1024 ** 2;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Largest paint of a page. */
export interface Paint {
  readonly ms: number;
  /** Element that was painted. */
  readonly of: string;
  /** Cumulative shift of the layout. */
  readonly shift: number;
}

/** Interaction that took more than a frame. */
export interface Interaction {
  /** Event that took longest. */
  readonly name: string;
  readonly ms: number;
}

/** Returns the largest paint of a page that has come to rest. */
export function paintOf(page: Page): Promise<Paint> {
  return page.evaluate('observed.paint()');
}

/** Returns the interactions of a page so far, the slowest first. */
export async function interactionsOf(page: Page): Promise<readonly Interaction[]> {
  const all: readonly Interaction[] = await page.evaluate('observed.interactions()');
  return all.toSorted((a, b) => b.ms - a.ms);
}

/** Resolves with the time since the start of the page at which a selector has this many elements on the screen. */
export function shownAt(page: Page, selector: string, count: number): Promise<number> {
  return page.evaluate(`observed.shownAt(${JSON.stringify(selector)}, ${count})`);
}

/** Returns the time since the start of the page at which the answer of a call had arrived. */
export function answeredAt(page: Page, part: string): Promise<number> {
  return page.evaluate(`observed.answeredAt(${JSON.stringify(part)})`);
}

/** Resolves with the durations of the frames of the next milliseconds. */
export function framesOf(page: Page, milliseconds: number): Promise<readonly number[]> {
  return page.evaluate(`observed.frames(${milliseconds})`);
}
