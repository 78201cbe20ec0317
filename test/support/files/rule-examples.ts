/** Examples on the pages of rules, for tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Options } from '../../../src/analysis/model/rule-option.ts';
import { pagePath } from '../../../src/rule-pages/page-file.ts';
import { type Example, parsePage, type RulePage } from '../../../src/rule-pages/parse-page.ts';

const SOURCES = join(import.meta.dirname, '../../../src');
const pages = new Map<string, RulePage>();

/** Reads the page of a rule as it stands. */
export const pageTextOf = (id: string): string => readFileSync(join(SOURCES, pagePath(id)), 'utf8');

/** Reads and parses the page of a rule, once. */
export function pageOf(id: string): RulePage {
  let page = pages.get(id);
  if (page === undefined) {
    page = parsePage(pageTextOf(id));
    pages.set(id, page);
  }
  return page;
}

/** Examples of a platform: those that are reported, and the others. */
export interface TestExamples {
  readonly options?: Options;
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

/** Returns all examples of a rule by platform, those for tests too. */
export function examplesOf({
  id,
}: {
  readonly id: string;
}): Readonly<Partial<Record<Platform, TestExamples>>> {
  const byPlatform = Object.entries(pageOf(id).examples).map(
    ([platform, { options, bad, good, forTests }]) => [
      platform,
      {
        ...(options && { options }),
        bad: [...bad, ...forTests.bad],
        good: [...good, ...forTests.good],
      },
    ],
  );
  return Object.fromEntries(byPlatform);
}
