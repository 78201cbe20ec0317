/** A rule as text: what `flowarden explain` prints. */
import { complianceTagsOf } from '../../analysis/engine/findings/findings.ts';
import { fixOf } from '../../analysis/fixes/fixes.ts';
import { PLATFORMS, type Platform } from '../../analysis/model/platform.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { readPage } from '../../rule-pages/page-file.ts';
import type { Example, RulePage } from '../../rule-pages/parse-page.ts';
import { codesByRule } from '../../rule-pages/vendor-checks.ts';

/** Returns why a rule matters, how to fix its findings in each designer, examples, options and controls. */
export async function ruleText(rule: Rule): Promise<string> {
  const page = await readPage(rule.id);
  const titles = rule.platforms.map((platform) => PLATFORMS[platform].title).join(', ');
  return [
    `${rule.id}: ${rule.title}`,
    `${rule.severity}, ${rule.category}, ${rule.kind}; ${titles}`,
    '',
    `Why: ${rule.why}`,
    '',
    `Fix: ${rule.fix}`,
    '',
    ...fixLines(rule.id),
    ...page.designers.flatMap(({ designer, steps }) => [
      `In ${designer}:`,
      ...steps.map((step, at) => `  ${at + 1}. ${step}`),
      '',
    ]),
    ...examplesText(page),
    ...optionsText(rule),
    `Controls: ${complianceTagsOf(rule).join(', ') || 'none'}`,
    ...checkLines(rule.id),
    '',
  ].join('\n');
}

/** Returns what `flowarden fix` does about the rule. */
function fixLines(id: string): readonly string[] {
  const fix = fixOf(id);
  if (fix === undefined) return [];
  const { does, consequence } = fix;
  return consequence === undefined
    ? [`flowarden fix: ${does} It is safe.`, '']
    : [`flowarden fix --unsafe: ${does} ${consequence}`, ''];
}

/** Returns the checks of vendors that report the same. */
function checkLines(id: string): readonly string[] {
  const codes = codesByRule().get(id);
  return codes === undefined ? [] : [`Checks of vendors: ${codes.join(', ')}`];
}

/** Returns the first bad example of each platform, and its repair. */
function examplesText({ examples }: RulePage): readonly string[] {
  return Object.entries(examples).flatMap(([platform, { bad, good }]) => [
    ...exampleText('Breaks it', platform as Platform, bad[0]),
    ...exampleText('Follows it', platform as Platform, good[0]),
  ]);
}

function optionsText({ options, needsOneOf = [] }: Rule): readonly string[] {
  const lines = Object.entries(options).map(([name, { default: value, about, unit, stricter }]) => {
    const inUnit = unit === undefined ? '' : ` In ${unit}.`;
    return `  ${name} = ${JSON.stringify(value)}: ${about}${inUnit} Stricter: ${stricter}.`;
  });
  if (lines.length === 0) return [];
  const needed =
    needsOneOf.length === 0 ? '' : ` (not evaluated until a policy pack gives ${needsOneOf.join(' or ')})`;
  return [`Options${needed}:`, ...lines, ''];
}

function exampleText(what: string, platform: Platform, example: Example | undefined): readonly string[] {
  if (example === undefined) return [];
  const lines = example.text.trim().split('\n');
  return [`${what} (${PLATFORMS[platform].title}):`, ...lines.map((line) => `  ${line}`), ''];
}
