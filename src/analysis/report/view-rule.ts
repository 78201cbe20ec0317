/** A rule as reports describe it. */
import type { Category, Confidence, RuleKind, Severity } from '../model/rule.ts';

/** Description of a rule. */
export interface ViewRule {
  readonly id: string;
  readonly title: string;
  /** Absent for a rule that is known by its findings alone. */
  readonly why?: string;
  readonly fix: string;
  readonly category: Category;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly kind: RuleKind;
  /** Ids of the controls that it is relevant to. */
  readonly controls: readonly string[];
}
