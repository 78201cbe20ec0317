/**
 * Writes pictures of the screens to `build/screenshots`. Usage: npm run screenshots; of some: SCREENSHOTS=rules,rule npm run screenshots;
 * with real workflows: WORKFLOWS=folder, which has a folder a platform and in it one a repository; whole pages: WHOLE=1.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import { openPage } from './browser.ts';
import { fillEstate } from './estate.ts';
import { signIn } from './people.ts';
import { SHOTS } from './screens.ts';
import { startWebService } from './web-service.ts';

const FOLDER = join(installRoot(), 'build', 'screenshots');
const SIZES = { 1440: 900, 390: 844 } as const;

const service = await startWebService();

/** Names of the pictures that are wanted; none: all. */
const wanted = process.env.SCREENSHOTS?.split(',') ?? [];

test('screenshots', async () => {
  const estate = await fillEstate(service, { folder: process.env.WORKFLOWS });
  const callers = {
    person: (await signIn(service, 'Ada Example')).options,
    key: { extraHTTPHeaders: service.headersOf(service.us) },
    newcomer: { extraHTTPHeaders: service.headersOf(await service.core.identity()) },
    stranger: {},
  };
  mkdirSync(FOLDER, { recursive: true });
  const failures: string[] = [];
  for (const { name, path, as = 'person', prepare } of SHOTS) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const address = typeof path === 'string' ? path : await path(estate, service);
    for (const [width, height] of Object.entries(SIZES)) {
      const { page } = await openPage({
        baseURL: service.url,
        ...callers[as],
        viewport: { width: Number(width), height },
        colorScheme: 'light',
      });
      try {
        await page.goto(address);
        await prepare(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          // The new colours come with the next frame, and some of them slowly.
          await page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))),
          );
          await page.screenshot({
            path: join(FOLDER, `${name}-${colorScheme}-${width}.png`),
            fullPage: process.env.WHOLE !== undefined,
          });
        }
      } catch (error) {
        failures.push(`${name}: ${(error as Error).message}`);
      }
      await page.context().close();
    }
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
});
