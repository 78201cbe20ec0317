/** Builds the public page of a rule: its own page, with the front matter as text and without the examples for tests. */
import { complianceTagsOf } from '../analysis/engine/findings/findings.ts';
import { isMember } from '../analysis/engine/ruleset.ts';
import { fixOf } from '../analysis/fixes/fixes.ts';
import { PLATFORMS } from '../analysis/model/platform.ts';
import type { Confidence, RuleFacts, Severity } from '../analysis/model/rule.ts';
import type { RuleOption, Stricter } from '../analysis/model/rule-option.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../analysis/model/ruleset.ts';
import { markdownTable } from '../text/markdown-table.ts';
import { withoutFrontMatter, withoutTestExamples } from './parse-page.ts';

const SEVERITY_EFFECTS: Readonly<Record<Severity, string>> = {
  critical: 'fails the job in blocking mode, and the score of the file is at most 49',
  high: 'fails the job in blocking mode, and the score of the file is at most 79',
  medium: 'lowers the score, and does not fail the job',
  low: 'lowers the score a little, and does not fail the job',
};

const CONFIDENCE_EFFECTS: Readonly<Record<Confidence, string>> = {
  high: 'a finding is almost always right',
  medium: 'a finding is usually right; look at the place before you change it',
  low: 'a finding is a hint; look at the place before you change it',
};

/** Returns the Markdown of `/docs/rules/<id>`. */
export function publicPage(rule: RuleFacts, text: string): string {
  const body = withoutFrontMatter(withoutTestExamples(text)).trim();
  const sections = [
    `# ${rule.id}: ${rule.title}`,
    factsOf(rule)
      .map(([name, value]) => `* ${name}: ${value}`)
      .join('\n'),
    body.replace(
      '\n## Examples\n',
      '\n## Examples\n\nEach is a piece of the file that the designer saves.\n',
    ),
    ...optionsOf(rule),
    ...exceptionOf(rule),
    ...controlsOf(rule),
    '[All rules](rules.md) · [What severity, score and mode mean](concepts.md)',
  ];
  return `${sections.join('\n\n')}\n`;
}

function factsOf(rule: RuleFacts): readonly (readonly [string, string])[] {
  return [
    ['Severity', `**${rule.severity}**: ${effectOf(rule)}`],
    ['Platforms', rule.platforms.map((platform) => PLATFORMS[platform].title).join(', ')],
    ['Category', rule.category],
    ['Confidence', `${rule.confidence}: ${CONFIDENCE_EFFECTS[rule.confidence]}`],
    ['Rulesets', rulesetsOf(rule)],
    ...(rule.groupBy === undefined
      ? []
      : [['Grouped', `places that share one ${rule.groupBy} are [one finding](concepts.md#group)`] as const]),
    ...fixRow(rule.id),
    ['Version', String(rule.version)],
  ];
}

/** Returns the row about the fix of a rule, if it has one. */
function fixRow(id: string): readonly (readonly [string, string])[] {
  const fix = fixOf(id);
  if (fix === undefined) return [];
  const { does, consequence } = fix;
  const how = consequence === undefined ? '`flowarden fix`' : '`flowarden fix --unsafe`';
  const effect = consequence === undefined ? 'It cannot change a run that succeeds today.' : consequence;
  return [['Mended by', `[${how}](command.md#mend-findings): ${does} ${effect}`]];
}

function effectOf({ kind, category, severity }: RuleFacts): string {
  if (kind === 'hotspot') return 'a hotspot: a person has to look at it; it does not count in the score';
  // A finding of the engine about its own run may take the severity of the skipped check.
  return category === 'engine'
    ? 'the engine says that something was not checked'
    : SEVERITY_EFFECTS[severity];
}

function rulesetsOf(rule: RuleFacts): string {
  const names = Object.keys(BUILTIN_RULESETS) as BuiltinRuleset[];
  const holding = rule.needsOneOf === undefined ? names.filter((name) => isMember(name, rule)) : [];
  return holding.length === 0 ? 'none' : holding.map((name) => `\`${name}\``).join(', ');
}

const STRICTER_TEXTS: Readonly<Record<Stricter, string>> = {
  lower: 'a lower value',
  higher: 'a higher value',
  longer: 'a longer list',
  shorter: 'a shorter list',
  equal: 'values cannot be compared',
};

function stricterText({ default: value, stricter }: RuleOption): string {
  if (typeof value === 'boolean') return stricter === 'higher' ? '`true`' : '`false`';
  return STRICTER_TEXTS[stricter];
}

function optionsOf({ options, needsOneOf = [] }: RuleFacts): readonly string[] {
  const rows = Object.entries(options).map(([name, option]) => [
    `\`${name}\``,
    option.unit === undefined ? option.about : `${option.about} In ${option.unit}.`,
    `\`${JSON.stringify(option.default)}\``,
    stricterText(option),
  ]);
  if (rows.length === 0) return [];
  const names = needsOneOf.map((name) => `\`${name}\``).join(' or ');
  const needed = names === '' ? [] : [`The rule is not evaluated until a policy pack gives ${names}.`];
  return ['## Options', ...needed, markdownTable(['option', 'what it sets', 'default', 'stricter'], rows)];
}

function exceptionOf({ category }: RuleFacts): readonly string[] {
  if (category === 'engine') return [];
  const how = 'Request an [exception](exceptions.md): another person approves it, and it expires.';
  return ['## If it has to stay', how];
}

function controlsOf(rule: RuleFacts): readonly string[] {
  const tags = complianceTagsOf(rule);
  if (tags.length === 0) return [];
  const said = 'A finding is relevant to these controls. That is no certification.';
  return ['## Controls', `${said}\n\n${tags.map((tag) => `\`${tag}\``).join(', ')}`];
}
