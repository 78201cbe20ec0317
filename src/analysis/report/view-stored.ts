/** Converts findings of stored results to the form that formats are written from. */
import type { ExceptionStatus, Finding } from '../model/finding.ts';
import type { Category, Confidence, RuleKind, Severity } from '../model/rule.ts';
import type { ViewFinding } from './report-view.ts';

/** Finding as the service stores and answers it: its lists of values are closed, but typed as texts. */
export interface StoredFinding {
  readonly id: string;
  readonly catalogRuleId: string;
  readonly rule: string;
  readonly severity: string;
  readonly category: string;
  readonly location: string;
  readonly description: string;
  readonly remediation: string;
  readonly complianceTags: readonly string[];
  readonly sourceXPath: string;
  readonly sourceLineNumber: number;
  readonly exceptionId?: string | null | undefined;
  readonly exceptionStatus: string;
}

/** Facts of a finding besides those that are stored. */
export interface StoredPlace {
  /** Path inside the archive; null if the file is not in one, or the path is unknown. */
  readonly member: string | null;
  /** Its file is in an archive, whose lines are not lines of the file. */
  readonly isArchived: boolean;
  readonly blocks: boolean;
  /** Its rule; undefined if it is not known any more. */
  readonly rule: { readonly confidence: string; readonly kind: string } | undefined;
}

/** Returns the finding in the form of all formats. */
export function viewStored(
  finding: StoredFinding,
  { member, isArchived, blocks, rule }: StoredPlace,
): ViewFinding {
  const { id, description, remediation, complianceTags, location } = finding;
  const reported: ViewFinding['finding'] = {
    id,
    ruleId: finding.catalogRuleId,
    rule: finding.rule,
    severity: finding.severity as Severity,
    category: finding.category as Category,
    confidence: (rule?.confidence ?? 'medium') as Confidence,
    kind: (rule?.kind ?? 'issue') as RuleKind,
    description,
    remediation,
    complianceTags: complianceTags as Finding['complianceTags'],
    exceptionId: finding.exceptionId ?? null,
    exceptionStatus: finding.exceptionStatus as ExceptionStatus,
  };
  return {
    finding: reported,
    path: finding.sourceXPath,
    member,
    place: member === null ? location : `${member} › ${location}`,
    line: isArchived ? 1 : finding.sourceLineNumber,
    column: 1,
    blocks,
    further: [],
  };
}
