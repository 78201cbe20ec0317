/** The use case of the details of a free scan: its platform, its end, and what to do about its findings. */
import { PLATFORMS } from '../../analysis/model/platform.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { DAY_MS } from '../../units.ts';
import type { ScanDeps } from './free-scan-deps.ts';
import { FREE_SCAN_LIMITS } from './limits.ts';
import { readScan } from './read-scan.ts';

/** Advice of a rule about its findings. */
export interface ScanFix {
  readonly ruleId: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** Facts about a report besides its findings. */
export interface ScanDetails {
  /** Title of the platform, such as "UiPath". */
  readonly platformTitle: string;
  /** Time at which the report is deleted. */
  readonly expiresAt: Date;
  /** One for each rule that the report names, unless the catalogue has it no longer. */
  readonly fixes: readonly ScanFix[];
}

/** Reads the details of a report. @throws AppError `invalid_share_token`, `scan_not_found` */
export async function readScanDetails(
  deps: Pick<ScanDeps, 'sql' | 'loadRules'>,
  shareToken: string,
): Promise<ScanDetails> {
  const { scan } = await readScan(deps, shareToken);
  const titles = new Set(scan.findings.map(({ rule }) => rule));
  const isNamed = (rule: Rule) => rule.platforms.includes(scan.platform) && titles.has(rule.title);
  const rules = (await deps.loadRules()).filter(isNamed);
  return {
    platformTitle: PLATFORMS[scan.platform].title,
    expiresAt: new Date(scan.validatedAt.getTime() + FREE_SCAN_LIMITS.scanDaysMax * DAY_MS),
    fixes: rules.map(({ id, title, why, fix }) => ({ ruleId: id, title, why, fix })),
  };
}
