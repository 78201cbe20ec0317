/** Controls by their ids, and the rules that answer them. */
import { complianceTagsOf } from '../../analysis/engine/findings/findings.ts';
import { type Bundle, COMPLIANCE } from '../../analysis/model/compliance.ts';
import type { Category, Rule } from '../../analysis/model/rule.ts';
import { FRAMEWORKS, type Framework } from '../../contract/lists/estate.ts';
import { CWE } from './cwe.ts';
import { DORA } from './dora.ts';
import { EU_AI_ACT } from './eu-ai-act.ts';
import { RULE_FAMILIES } from './families.ts';
import type { Answer, Control, FrameworkTable } from './framework.ts';
import { GDPR } from './gdpr.ts';
import { HIPAA } from './hipaa.ts';
import { ISO_27001 } from './iso-27001.ts';
import { ISO_42001 } from './iso-42001.ts';
import { LCNC } from './lcnc.ts';
import { NIS2 } from './nis2.ts';
import { NIST_800_53 } from './nist-800-53.ts';
import { OWASP } from './owasp.ts';
import { OWASP_AGENTIC } from './owasp-agentic.ts';
import { OWASP_LLM } from './owasp-llm.ts';
import { PCI_DSS } from './pci-dss.ts';
import { SOC2 } from './soc2.ts';
import { SOX_ITGC } from './sox-itgc.ts';

/** Framework → its table. */
export const FRAMEWORK_TABLES: Readonly<Record<Framework, FrameworkTable>> = {
  CWE,
  DORA,
  'EU-AI-Act': EU_AI_ACT,
  GDPR,
  HIPAA,
  ISO27001: ISO_27001,
  ISO42001: ISO_42001,
  LCNC,
  NIS2,
  NIST: NIST_800_53,
  OWASP,
  'OWASP-Agentic': OWASP_AGENTIC,
  'OWASP-LLM': OWASP_LLM,
  PCI: PCI_DSS,
  SOC2,
  'SOX-ITGC': SOX_ITGC,
};

const ANSWERS_DEFAULT = ['rules', 'exceptions', 'runs'] as const satisfies readonly Answer[];

/** A control with the rules that answer it. */
export interface AnsweredControl {
  /** As `ISO27001:A.8.24`. */
  readonly id: string;
  /** Its short name, in our words. */
  readonly title: string;
  /** Reason for its answers: what they show about it. */
  readonly reason: string;
  readonly answers: readonly Answer[];
  readonly rules: readonly Rule[];
  /** Families and categories that hold its rules; rules that are mapped one by one are in none of these. */
  readonly families: readonly Bundle[];
  readonly categories: readonly Category[];
}

/** Lists the controls of a framework that rules answer, in the order of its table. */
export function controlsOf(framework: Framework, rules: readonly Rule[]): readonly AnsweredControl[] {
  const table = FRAMEWORK_TABLES[framework];
  return table.controls
    .map((control) => answer(table, control, rules))
    .filter((control) => control.rules.length > 0);
}

/** Lists the controls that a rule answers, each once, in the order of the frameworks. */
export function controlsAnsweredBy(rule: Rule): readonly AnsweredControl[] {
  const all = FRAMEWORKS.flatMap((framework) => controlsOf(framework, [rule]));
  return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
}

/** Returns the control with an id; undefined: no table has it, or no rule answers it. */
export function findControl(id: string, rules: readonly Rule[]): AnsweredControl | undefined {
  for (const table of Object.values(FRAMEWORK_TABLES)) {
    if (!id.startsWith(table.prefix)) continue;
    const control = table.controls.find(({ number }) => table.prefix + number === id);
    const found = control && answer(table, control, rules);
    if (found && found.rules.length > 0) return found;
  }
  return undefined;
}

function answer(table: FrameworkTable, control: Control, rules: readonly Rule[]): AnsweredControl {
  const id = table.prefix + control.number;
  const families = control.families ?? (isTagged(control) ? familiesWith(id) : []);
  return {
    id,
    title: control.title,
    reason:
      control.reason ?? table.reason ?? families.map((family) => RULE_FAMILIES[family].reason).join(' '),
    answers: control.answers ?? ANSWERS_DEFAULT,
    rules: rules.filter((rule) => (isTagged(control) ? carries(rule, id) : isNamed(rule, control))),
    families,
    categories: control.categories ?? [],
  };
}

/** Returns whether rules carry the control, instead of the table naming them. */
function isTagged({ families, categories, rules }: Control): boolean {
  return families === undefined && categories === undefined && rules === undefined;
}

const carries = (rule: Rule, id: string): boolean => complianceTagsOf(rule).includes(id);

function isNamed({ id, compliance, category }: Rule, { families, categories, rules }: Control): boolean {
  return (
    compliance.some((family) => families?.includes(family)) ||
    categories?.includes(category) === true ||
    rules?.includes(id) === true
  );
}

function familiesWith(id: string): readonly Bundle[] {
  return (Object.keys(COMPLIANCE) as readonly Bundle[]).filter((family) =>
    (COMPLIANCE[family] as readonly string[]).includes(id),
  );
}
