/** Rules in the HTML report: each is explained once, below the files. */
import type { ReportedFinding, ReportView } from '../report-view.ts';

/** Texts of a finding that its article shows. */
interface Explained {
  readonly what: string;
  /** Null: the section of the rule says it. */
  readonly fix: string | null;
}

/** Explanation of a rule. */
interface RuleText {
  readonly title: string;
  readonly why: string | undefined;
  readonly fix: string;
  count: number;
}

/** Reasons of the rules of a page. */
export interface Reasons {
  /** Returns what an article says about a finding, and remembers its rule. */
  explain(finding: ReportedFinding): Explained;
  readonly explained: ReadonlyMap<string, RuleText>;
}

/** Creates them for a view, whose rules say why they matter. */
export function createReasons({ rules }: Pick<ReportView, 'rules'>): Reasons {
  const known = new Map(rules.map(({ id, why }) => [id, why]));
  const explained = new Map<string, RuleText>();
  return {
    explained,
    explain({ ruleId, rule, description, remediation }) {
      const text = explained.get(ruleId) ?? {
        title: rule,
        why: known.get(ruleId),
        fix: remediation,
        count: 0,
      };
      // A policy pack may give files fixes of their own.
      if (text.fix !== remediation) return { what: description, fix: remediation };
      text.count += 1;
      explained.set(ruleId, text);
      const { why } = text;
      return { what: why === undefined ? description : description.replace(` ${why}`, () => ''), fix: null };
    },
  };
}

/** Writes the explanations. @param escapeHtml makes a text safe in the page */
export function rulesHtml({ explained }: Reasons, escapeHtml: (text: string) => string): string {
  if (explained.size === 0) return '';
  const rules = [...explained].sort(([, a], [, b]) => b.count - a.count);
  const parts = rules.map(
    ([id, { title, why, fix, count }]) => `<div id="rule-${id}">
<h3>${escapeHtml(title)} <small>${id}: ${count}</small></h3>
${why === undefined ? '' : `<p>${escapeHtml(why)}</p>\n`}<p><strong>Fix:</strong> ${escapeHtml(fix)}</p>
</div>
`,
  );
  return `<h2>The rules, and how to fix their findings</h2>\n${parts.join('')}`;
}
