/** New findings of a project since its newest run that passed, for gates that limit them. */
import { compare } from '../../analysis/engine/compare.ts';
import type { GateFacts } from '../../analysis/engine/gate-conditions.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { isExcepted } from '../../analysis/model/gate.ts';
import { summarise } from '../../analysis/model/report.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { findSettings } from '../policy/organisation-settings-store.ts';
import { countNewInFiles } from './store/new-in-files.ts';
import type { ProjectRecord } from './store/project-record.ts';
import { findPassedProject, findProject } from './store/projects.ts';

/** Counts new findings by severity, in files and across them. Without a run that passed all of them are new. */
export async function countNewInProject(
  sql: TenantTransaction,
  project: ProjectRecord,
  across: readonly Finding[],
): Promise<GateFacts['newCounts']> {
  const { defaultBranches } = await findSettings(sql);
  const passedId = await findPassedProject(sql, project, defaultBranches);
  const passed = passedId === undefined ? undefined : await findProject(sql, passedId);
  const counts: Record<Severity | 'total', number> = summarise(newAcross(across, passed));
  const inFiles = await countNewInFiles(sql, project.id, passedId);
  for (const severity of SEVERITIES) counts[severity] += inFiles[severity];
  return counts;
}

function newAcross(across: readonly Finding[], passed: ProjectRecord | undefined): readonly Finding[] {
  const open = across.filter((finding) => !isExcepted(finding));
  if (passed?.result == null) return open;
  const { findings } = passed.result;
  const before = { score: 0, ownerId: null, validatedAt: passed.completedAt!, findings };
  const report = {
    findings: open,
    summary: summarise(open),
    score: 0,
    evaluatedRuleIds: [],
    unreadFiles: [],
  };
  return compare(report, before).added;
}
