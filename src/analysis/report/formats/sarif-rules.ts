/** Rules and taxonomies of a SARIF log, as GitHub, Azure DevOps and SonarQube read them. */
import { truncate } from '../../../text/truncate.ts';
import type { EnforcementMode } from '../../model/report.ts';
import type { RuleKind, Severity } from '../../model/rule.ts';
import type { ViewRule } from '../view-rule.ts';

/** GitLab drops results whose text is longer than 1,024 characters; GitHub has the same limit for rules. */
export const TEXT_CHARACTERS_MAX = 1000;
/** GitHub reads 20 tags of a rule, and shows 10. */
const TAGS_MAX = 10;

export type SarifLevel = 'error' | 'warning' | 'note';

const LEVELS = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
} as const satisfies Record<Severity, SarifLevel>;

/** Values of `security-severity`, which GitHub maps back to the same names. */
const SECURITY_SEVERITIES = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '3.0',
} as const satisfies Record<Severity, string>;

const SECURITY_CATEGORIES: ReadonlySet<string> = new Set(['security', 'data-privacy', 'supply-chain']);

/** Returns the level; at most `warning` unless the run blocks, as code scanning fails on every new error. */
export function levelOf(
  { severity, kind }: { readonly severity: Severity; readonly kind: RuleKind },
  mode: EnforcementMode,
): SarifLevel {
  const level = kind === 'hotspot' ? 'note' : LEVELS[severity];
  return level === 'error' && mode !== 'blocking' ? 'warning' : level;
}

/** Control of a set of controls: `OWASP:A07:2025` is `A07:2025` of `OWASP`, `CWE-798` is `798` of `CWE`. */
interface Control {
  readonly set: string;
  readonly id: string;
}

function controlOf(tag: string): Control {
  const [, set = tag, id = tag] = /^([^:-]+(?:-ITGC)?)[:-](.+)$/.exec(tag) ?? [];
  return { set, id };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the sets of controls that the rules name, with the controls of each, both sorted. */
export function taxonomiesOf(rules: readonly ViewRule[]) {
  const controls = [...new Set(rules.flatMap((rule) => rule.controls))].sort(compare).map(controlOf);
  return [...Map.groupBy(controls, ({ set }) => set)]
    .sort(([a], [b]) => compare(a, b))
    .map(([name, taxa]) => ({
      name,
      shortDescription: { text: `Controls of ${name} that rules are relevant to.` },
      taxa: taxa.map(({ id }) => ({ id })),
    }));
}

/** `CWE-798` as GitHub's convention has it. */
function tagOf(control: string): string {
  return control.startsWith('CWE-') ? `external/cwe/${control.toLowerCase()}` : control;
}

/** Name of the rule in PascalCase: `A secret is fixed text` → `ASecretIsFixedText`. */
function nameOf(title: string): string {
  const words = title.match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => `${word[0]!.toUpperCase()}${word.slice(1)}`).join('');
}

/** Returns the descriptor of a rule. `sets`: names of the taxonomies, in their order. */
export function descriptorOf(
  rule: ViewRule,
  mode: EnforcementMode,
  { sets, baseUrl }: { readonly sets: readonly string[]; readonly baseUrl: string | null },
) {
  const isSecurity = SECURITY_CATEGORIES.has(rule.category);
  const level = levelOf(rule, mode);
  const why = rule.why ?? rule.title;
  return {
    id: rule.id,
    name: nameOf(rule.title),
    shortDescription: { text: truncate(sentence(rule.title), TEXT_CHARACTERS_MAX) },
    fullDescription: { text: truncate(sentence(why), TEXT_CHARACTERS_MAX) },
    help: {
      text: truncate(`${sentence(why)} Fix: ${rule.fix}`, TEXT_CHARACTERS_MAX),
      markdown: truncate(`${sentence(why)}\n\n**Fix:** ${rule.fix}`, TEXT_CHARACTERS_MAX),
    },
    ...(baseUrl === null ? {} : { helpUri: `${baseUrl}/docs/rules/${rule.id}` }),
    defaultConfiguration: { level },
    ...(rule.controls.length === 0
      ? {}
      : {
          relationships: rule.controls.map(controlOf).map(({ set, id }) => ({
            target: { id, toolComponent: { name: set, index: sets.indexOf(set) } },
            kinds: ['relevant'],
          })),
        }),
    properties: {
      ...(isSecurity
        ? { 'security-severity': SECURITY_SEVERITIES[rule.severity] }
        : { 'problem.severity': level === 'note' ? 'recommendation' : level }),
      precision: rule.confidence,
      tags: [
        ...new Set([...(isSecurity ? ['security'] : []), rule.category, ...rule.controls.map(tagOf)]),
      ].slice(0, TAGS_MAX),
    },
  };
}

/** Returns the text with a full stop, which readers of SARIF expect. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
