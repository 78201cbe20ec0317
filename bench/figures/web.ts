/** What a person waits for in the web app, in a slowed-down browser, against a real service. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Bar, Figure, Skipped } from '../figure.ts';
import { spread } from '../measure.ts';
import { type Service, startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';
import { MANY, sendFiles } from '../web-data.ts';
import {
  answeredAt,
  type BenchBrowser,
  type BenchPage,
  interactionsOf,
  paintOf,
  SLOW,
  shownAt,
  startBrowser,
  type Throttle,
} from '../web-page.ts';
import { pan, walkFeed, walkPicture, walkResult } from '../web-walks.ts';

/** Each figure is the median of so many pages. */
const PAGES = 5;
const REST_MS = 500;
const PAINT_MS_MAX = 1_000;
const INTERACTION_MS_MAX = 150;
const PICTURE_MS_MAX = 500;
const FRAME_MS_MAX = 50;
const FIRST_ROWS_MS_MAX = 400;
const ROWS = 100;
const UNTHROTTLED: Throttle = { cpuRate: 1, latencyMs: 0, megabits: 1_000 };

/** Measures the web app. */
export async function* web(): AsyncGenerator<Figure | Skipped> {
  using folder = temporaryFolder();
  const service = await startService(join(folder.path, 'data'));
  try {
    await using browser = await startBrowser(service.signInUrl);
    if (browser === null) yield { name: 'web app', skipped: 'there is no browser' };
    else yield* figures(service, browser);
  } finally {
    await service.stop();
  }
}

async function* figures(service: Service, browser: BenchBrowser): AsyncGenerator<Figure> {
  const data = await sendFiles(service);
  const address = (path: string) => service.url + path;
  const feed = { name: 'feed', url: address('/feed'), row: '.row-link', walk: walkFeed };
  const result = {
    name: 'result',
    url: address(`/validations/${data.usual}`),
    row: '.finding-link',
    walk: walkResult,
  };
  const picture = address(`/validations/${data.steps}?view=picture`);
  for (const screen of [feed, result]) yield await paint(browser, screen, address('/docs/'));
  for (const screen of [feed, result]) yield await interaction(browser, screen);
  yield await interaction(browser, {
    name: `picture of ${MANY} steps`,
    url: picture,
    row: '[role=treeitem]',
    walk: walkPicture,
  });
  yield* await pictureOf(browser, picture);
  yield await firstRows(browser, address('/feed'), address(`/validations/${data.findings}`));
}

interface Screen {
  readonly name: string;
  readonly url: string;
  /** Selector of what the screen is opened for. */
  readonly row: string;
  walk(page: Page): Promise<void>;
}

/** Measures the largest paint of a screen that is opened cold, in turns with a static page of the same service. */
async function paint(browser: BenchBrowser, { name, url, row }: Screen, floorUrl: string): Promise<Figure> {
  const own: number[] = [];
  const floor: number[] = [];
  const rows: number[] = [];
  const shifts: number[] = [];
  let largest = '';
  for (let turn = 0; turn < PAGES; turn += 1) {
    await onPage(browser, SLOW, async ({ page }) => {
      await page.goto(floorUrl);
      await page.waitForTimeout(REST_MS);
      floor.push((await paintOf(page)).ms);
    });
    await onPage(browser, SLOW, async ({ page }) => {
      await page.goto(url);
      rows.push(await shownAt(page, row, 1));
      await page.waitForTimeout(REST_MS);
      const seen = await paintOf(page);
      own.push(seen.ms);
      shifts.push(seen.shift);
      largest = seen.of;
    });
  }
  const floorMs = spread(floor).median;
  return inMs(
    `${name}, largest paint, cold`,
    own,
    { atMost: PAINT_MS_MAX, stretch: 0.7 },
    {
      floorMs,
      timesFloor: spread(own).median / floorMs,
      rowsMs: spread(rows).median,
      shift: spread(shifts).median,
      largest,
      browser: browser.version,
    },
  );
}

/** Measures the slowest interaction of a walk through a screen. */
async function interaction(browser: BenchBrowser, { name, url, row, walk }: Screen): Promise<Figure> {
  const slowest: number[] = [];
  const names: string[] = [];
  for (let turn = 0; turn < PAGES; turn += 1)
    await onPage(browser, UNTHROTTLED, async ({ page, slowDown }) => {
      await page.goto(url);
      await page.locator(row).first().waitFor();
      await page.waitForTimeout(REST_MS);
      await slowDown(SLOW);
      await walk(page);
      await page.waitForTimeout(REST_MS);
      const [first, ...others] = await interactionsOf(page);
      // The browser reports none that takes less than 16 ms.
      slowest.push(first?.ms ?? 16);
      names.push(
        [first, ...others]
          .slice(0, 3)
          .map((one) => `${one?.name} ${one?.ms}`)
          .join(', '),
      );
    });
  return inMs(
    `${name}, slowest interaction`,
    slowest,
    { atMost: INTERACTION_MS_MAX, stretch: 0.5 },
    {
      slowest: names.join(' | '),
    },
  );
}

/** Measures how long a picture takes from the answer to its first frame, and the frames while it is dragged. */
async function pictureOf(browser: BenchBrowser, url: string): Promise<readonly Figure[]> {
  const ready: number[] = [];
  const opened: number[] = [];
  const frames: number[] = [];
  const elements: number[] = [];
  for (let turn = 0; turn < PAGES; turn += 1)
    await onPage(browser, SLOW, async ({ page }) => {
      await page.goto(url);
      const shownMs = await shownAt(page, '[role=treeitem]', 1);
      const answeredMs = await answeredAt(page, '/outline');
      opened.push(shownMs);
      ready.push(shownMs - answeredMs);
      await page.waitForTimeout(REST_MS);
      elements.push(await page.locator('[role=tree] *').count());
      const sorted = (await pan(page)).toSorted((a, b) => a - b);
      frames.push(sorted[Math.floor(sorted.length * 0.95)]!);
    });
  const facts = { openedMs: spread(opened).median, elements: spread(elements).median };
  return [
    inMs(`picture of ${MANY} steps, ready`, ready, { atMost: PICTURE_MS_MAX, stretch: 0.5 }, facts),
    inMs(`picture of ${MANY} steps, frame p95 of a drag`, frames, { atMost: FRAME_MS_MAX, stretch: 0.5 }),
  ];
}

/** Measures the way from the feed to the first rows of a large result, within the app. */
async function firstRows(browser: BenchBrowser, feedUrl: string, url: string): Promise<Figure> {
  const times = { unthrottled: [] as number[], slow: [] as number[] };
  const heaps: number[] = [];
  for (const [key, throttle] of [
    ['unthrottled', UNTHROTTLED],
    ['slow', SLOW],
  ] as const)
    for (let turn = 0; turn < PAGES; turn += 1)
      await onPage(browser, UNTHROTTLED, async ({ page, slowDown, heapMiB }) => {
        await page.goto(feedUrl);
        const link = page.locator(`a[href="${new URL(url).pathname}"]`).first();
        await link.waitFor();
        await page.waitForTimeout(REST_MS);
        await slowDown(throttle);
        const startMs: number = await page.evaluate('performance.now()');
        await link.click();
        times[key].push((await shownAt(page, '.finding-link', ROWS)) - startMs);
        heaps.push(await heapMiB());
      });
  const bar: Bar = { atMost: FIRST_ROWS_MS_MAX, stretch: 0.5 };
  const figure = inMs(`first ${ROWS} of ${MANY} findings`, times.unthrottled, bar, {
    slowMs: spread(times.slow).median,
    heapMiB: spread(heaps).median,
  });
  return { ...figure, against: `of ${FIRST_ROWS_MS_MAX} ms from the click in the feed, not slowed down` };
}

async function onPage(
  browser: BenchBrowser,
  throttle: Throttle,
  work: (opened: BenchPage) => Promise<void>,
): Promise<void> {
  await using opened = await browser.open();
  await opened.slowDown(throttle);
  await work(opened);
}

/** Builds a figure of times against a limit; the ratio of the bar is their median over it. */
function inMs(
  name: string,
  times: readonly number[],
  { atMost, stretch }: Bar & { readonly atMost: number },
  facts: Figure['facts'] = {},
): Figure {
  const { median, ...range } = spread(times);
  return {
    name,
    unit: 'ms',
    median,
    ...range,
    against: `of ${atMost} ms at ${SLOW.cpuRate}× slower, ${SLOW.latencyMs} ms, ${SLOW.megabits} Mbit/s`,
    ratio: median / atMost,
    bar: { atMost: 1, stretch },
    n: times.length,
    facts,
  };
}
