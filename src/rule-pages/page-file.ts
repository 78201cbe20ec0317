/** Files of the rules' pages, beside their checks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownPlatform } from '../analysis/model/platform.ts';
import { SOURCE_ROOT } from '../infra/process/confinement.ts';
import { parsePage, type RulePage } from './parse-page.ts';

/** Returns the path of a rule's page below the folder `src`, with slashes. */
export function pagePath(id: string): string {
  return `analysis/rules/${ownPlatform(id) ?? 'general'}/${id.toLowerCase()}.md`;
}

/** Reads the page of a rule as it stands. */
export function readPageText(id: string): Promise<string> {
  return readFile(join(SOURCE_ROOT, pagePath(id)), 'utf8');
}

/** Reads and parses the page of a rule. */
export async function readPage(id: string): Promise<RulePage> {
  return parsePage(await readPageText(id));
}
