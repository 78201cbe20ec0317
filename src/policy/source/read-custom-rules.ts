/** Reads the custom rules of a pack, and checks their conditions, messages and tests. */
import { customRuleProblems } from '../../analysis/custom-rules/compile-rule.ts';
import type { CustomParam, CustomRule } from '../../analysis/model/policy.ts';
import type { OptionValue, Stricter } from '../../analysis/model/rule-option.ts';
import { patternProblem } from '../../analysis/patterns/user-pattern.ts';
import type { TestedCustomRule } from '../built/built-pack.ts';
import { flowRulesProblem } from '../flow-rule-counts.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError, type PolicyProblem } from '../problems.ts';
import {
  type CustomParamFile,
  type CustomRuleFile,
  type CustomRuleTest,
  customRuleSchema,
} from './custom-schema.ts';
import { findPackFiles } from './pack-files.ts';
import { type PackSource, readPackFile } from './read-pack.ts';
import { readYaml, type YamlDocument, type YamlPath } from './read-yaml.ts';
import { schemaProblems } from './schema-problems.ts';

/** A custom rule with its place, as `rules/erp.yaml:2`. */
export interface PlacedRule extends TestedCustomRule {
  readonly place: string;
}

/** Reads every rule that `custom` of a pack names. @throws PolicyError with every problem */
export async function readCustomRules(source: PackSource): Promise<readonly PlacedRule[]> {
  const { folder, document, pack } = source;
  const problems: PolicyProblem[] = [];
  const found: PlacedRule[] = [];
  for (const [index, pattern] of (pack.custom ?? []).entries()) {
    const files = await findPackFiles(folder, pattern);
    if (files.length === 0) {
      const line = document.lineOf(['custom', index]);
      problems.push({ file: document.file, line, message: `"${pattern}" matches no file.` });
    }
    for (const file of files)
      for (const one of readYaml(file, await readPackFile(folder, file)))
        found.push(...readRule(one, problems));
  }
  const places = new Map<string, string>();
  for (const { rule, place } of found) {
    const first = places.get(rule.id);
    if (first !== undefined)
      problems.push(problemAt(place, `The rule ${rule.id} stands in ${first} already.`));
    places.set(rule.id, place);
  }
  if (found.length > POLICY_LIMITS.customRulesMax)
    problems.push(
      problemAt(
        `${document.file}:${document.lineOf(['custom'])}`,
        `A pack has at most ${POLICY_LIMITS.customRulesMax} custom rules; this one has ${found.length}.`,
      ),
    );
  const tooMany = flowRulesProblem(found.map(({ rule }) => rule));
  if (tooMany !== undefined) problems.push(problemAt(found[tooMany.first]!.place, tooMany.message));
  if (problems.length > 0) throw new PolicyError(problems);
  return found;
}

function problemAt(place: string, message: string): PolicyProblem {
  const end = place.lastIndexOf(':');
  return { file: place.slice(0, end), line: Number(place.slice(end + 1)), message };
}

function readRule(document: YamlDocument, problems: PolicyProblem[]): readonly PlacedRule[] {
  const parsed = customRuleSchema.safeParse(document.value);
  if (!parsed.success) {
    problems.push(...schemaProblems(customRuleSchema, document, parsed.error.issues));
    return [];
  }
  const report = (path: YamlPath, message: string): void => {
    problems.push({ file: document.file, line: document.lineOf(path), message });
  };
  const before = problems.length;
  checkSubject(parsed.data, report);
  if (problems.length > before) return [];
  const rule = toRule(parsed.data, report);
  // A condition may read a parameter that is wrong itself.
  if (problems.length === before)
    for (const { field, message } of customRuleProblems(rule)) report([field], `"${field}": ${message}`);
  checkTests(parsed.data, report);
  return [{ rule, tests: parsed.data.tests, place: `${document.file}:${document.lineOf([])}` }];
}

type Report = (path: YamlPath, message: string) => void;

/** Members that only a rule about ways of data has. */
const FLOW_MEMBERS = ['family', 'sources', 'sinks', 'barriers', 'guards'] as const;

/** Reports members that a kind of rule lacks, or that are of the other kind. */
function checkSubject(file: CustomRuleFile, report: Report): void {
  const isFlow = file.kind === 'FlowRule';
  const needed = isFlow ? (['family', 'sinks'] as const) : (['on', 'where'] as const);
  const foreign = isFlow ? (['on'] as const) : FLOW_MEMBERS;
  for (const name of needed)
    if (file[name] === undefined) report([], `"${name}" is missing: a ${file.kind} needs it.`);
  for (const name of foreign)
    if (file[name] !== undefined) report([name], `"${name}" does not belong to a ${file.kind}.`);
  if (file.guards !== undefined && file.platforms.includes('automation-anywhere'))
    report(['guards'], 'Conditions of bots call no functions: leave out automation-anywhere, or "guards".');
}

function toRule(file: CustomRuleFile, report: Report): CustomRule {
  const { id, title, severity, platforms, why, fix, message } = file;
  const params = Object.entries(file.params ?? {}).map(([name, param]) => [
    name,
    toParam(param, (text) => report(['params', name], `"params.${name}" ${text}`)),
  ]);
  return {
    id,
    title,
    severity,
    category: file.category ?? 'compliance',
    kind: file.hotspot === true ? 'hotspot' : 'issue',
    platforms: [...new Set(platforms)],
    why,
    fix,
    on: file.on ?? 'flow',
    ...(file.kind === 'FlowRule' && { follows: followedBy(file) }),
    where: file.where ?? 'true',
    message,
    params: Object.fromEntries(params),
  };
}

/** Returns what a rule about ways follows, with its own rows. */
function followedBy({
  family,
  sinks = [],
  sources,
  barriers,
  guards,
}: CustomRuleFile): NonNullable<CustomRule['follows']> {
  const own = sinks.filter((sink) => typeof sink !== 'string');
  const rows = {
    ...(sources && { sources }),
    ...(own.length > 0 && { sinks: own }),
    ...(barriers && { barriers }),
    ...(guards && { guards }),
  };
  const kinds = new Set(sinks.filter((sink) => typeof sink === 'string'));
  return { family: family!, sinks: [...kinds], ...(Object.keys(rows).length > 0 && { rows }) };
}

const KINDS: Readonly<
  Record<CustomParamFile['type'], { readonly kind: string; readonly fits: (value: OptionValue) => boolean }>
> = {
  number: { kind: 'a whole number', fits: (value) => typeof value === 'number' },
  boolean: { kind: 'true or false', fits: (value) => typeof value === 'boolean' },
  text: { kind: 'a text', fits: (value) => typeof value === 'string' },
  pattern: { kind: 'a pattern', fits: (value) => typeof value === 'string' },
  texts: { kind: 'a list of texts', fits: (value) => Array.isArray(value) },
};

function toParam(
  { type, default: value, unit, about, stricter }: CustomParamFile,
  report: (text: string) => void,
): CustomParam {
  const { kind, fits } = KINDS[type];
  if (!fits(value)) report(`has the type ${type}: its default must be ${kind}.`);
  const problem = type === 'pattern' && typeof value === 'string' ? patternProblem(value) : undefined;
  if (problem !== undefined) report(`is wrong: ${problem}`);
  const direction: Stricter = stricter ?? 'equal';
  return {
    default: value,
    about: about ?? 'A parameter of the rule.',
    stricter: direction,
    ...(unit === undefined ? {} : { unit }),
    ...(type === 'pattern' ? { isPattern: true as const } : {}),
  };
}

function checkTests({ platforms, tests, params = {} }: CustomRuleFile, report: Report): void {
  for (const kind of ['invalid', 'valid'] as const) {
    const ofKind = tests[kind];
    for (const platform of platforms)
      if (!ofKind.some(({ snippet }) => platform in snippet))
        report(
          ['tests', kind],
          `"tests.${kind}" has no test for ${platform}. Add a snippet ${kind === 'invalid' ? 'with' : 'without'} the problem.`,
        );
    for (const [index, test] of ofKind.entries()) {
      const path = ['tests', kind, index];
      const [platform] = Object.keys(test.snippet);
      if (!platforms.some((known) => known === platform))
        report(path, `The test is about ${platform}, for which the rule does not run.`);
      const unknown = Object.keys(test.params ?? {}).find((name) => !Object.hasOwn(params, name));
      if (unknown !== undefined) report([...path, 'params'], `The rule has no parameter "${unknown}".`);
      if (kind === 'valid' && (test.count !== undefined || test.message !== undefined))
        report(path, 'A valid workflow has no finding: leave out count and message.');
      const first = ofKind.findIndex((other) => sameTest(other, test));
      if (first < index) report(path, `The test repeats number ${first + 1}.`);
    }
  }
}

function sameTest(a: CustomRuleTest, b: CustomRuleTest): boolean {
  return JSON.stringify([a.snippet, a.params]) === JSON.stringify([b.snippet, b.params]);
}
