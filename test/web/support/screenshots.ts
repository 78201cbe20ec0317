/** Writes pictures of the screens to `build/screenshots`. Usage: npm run screenshots; of some: SCREENSHOTS=rules,rule npm run screenshots */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import { openPage } from './browser.ts';
import { signIn } from './people.ts';
import { SHOTS } from './screens.ts';
import { startWebService } from './web-service.ts';

const FOLDER = join(installRoot(), 'build', 'screenshots');
const SIZES = { 1440: 900, 390: 844 } as const;

const service = await startWebService();

/** Names of the pictures that are wanted; none: all. */
const wanted = process.env.SCREENSHOTS?.split(',') ?? [];

test('screenshots', async () => {
  const callers = {
    key: { extraHTTPHeaders: service.headersOf(service.us) },
    person: (await signIn(service, 'Ada Example')).options,
    stranger: {},
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, path, as = 'key', prepare } of SHOTS.filter(
    (shot) => wanted.length === 0 || wanted.includes(shot.name),
  )) {
    const address = typeof path === 'string' ? path : await path(service);
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [width, height] of Object.entries(SIZES)) {
        const { page } = await openPage({
          baseURL: service.url,
          ...callers[as],
          viewport: { width: Number(width), height },
          colorScheme,
        });
        await page.goto(address);
        await prepare(page);
        await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}-${width}.png`) });
        await page.context().close();
      }
    }
  }
});
