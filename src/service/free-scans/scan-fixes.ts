/** The use case of advice: what to do about the findings of a free scan's report. */
import type { Rule } from '../../analysis/model/rule.ts';
import type { ScanDeps } from './free-scan-deps.ts';
import { readScan } from './read-scan.ts';

/** Advice of a rule about its findings. */
export interface ScanFix {
  readonly ruleId: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/**
 * Returns the advice of each rule that the report names. One that the catalogue has no longer is left out.
 * @throws AppError `invalid_share_token`, `scan_not_found`
 */
export async function readScanFixes(
  deps: Pick<ScanDeps, 'sql' | 'loadRules'>,
  shareToken: string,
): Promise<readonly ScanFix[]> {
  const { scan } = await readScan(deps, shareToken);
  const titles = new Set(scan.findings.map(({ rule }) => rule));
  const named = (rule: Rule) => rule.platforms.includes(scan.platform) && titles.has(rule.title);
  const rules = (await deps.loadRules()).filter(named);
  return rules.map(({ id, title, why, fix }) => ({ ruleId: id, title, why, fix }));
}
