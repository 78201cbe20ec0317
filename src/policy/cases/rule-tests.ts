/** Tests of custom rules: snippets with the problem, and snippets without it. */
import { describeCustomRule } from '../../analysis/custom-rules/compile-rule.ts';
import type { AnalysisTask } from '../../analysis/engine/worker-messages.ts';
import type { Platform } from '../../analysis/model/platform.ts';
import { BUILTIN_GATE, type EffectivePolicy } from '../../analysis/model/policy.ts';
import type { Report } from '../../analysis/model/report.ts';
import type { Options } from '../../analysis/model/rule-option.ts';
import { PLATFORM_READERS } from '../../analysis/platforms/read-workflows.ts';
import { AppError } from '../../errors.ts';
import { digestOfJson, type TestedCustomRule } from '../built/built-pack.ts';
import { canonicalJson } from '../built/canonical-json.ts';
import type { CustomRuleTest } from '../source/custom-schema.ts';

/** Analyses the file of a test. */
export type AnalyseTest = (task: AnalysisTask) => Promise<Pick<Report, 'findings' | 'ruleErrors'>>;

/** Number of findings that a test counts. */
const FINDINGS_MAX = 200;

/** Runs the tests of rules one after the other. Returns a sentence for each that fails. */
export async function failedRuleTests(
  rules: readonly TestedCustomRule[],
  analyse: AnalyseTest,
): Promise<readonly { readonly id: string; readonly message: string }[]> {
  const failures: { readonly id: string; readonly message: string }[] = [];
  for (const { rule, tests } of rules)
    for (const kind of ['invalid', 'valid'] as const)
      for (const [index, test] of tests[kind].entries()) {
        const problem = await failureOf(rule, kind, test, analyse);
        if (problem !== undefined)
          failures.push({ id: rule.id, message: `${rule.id}, ${kind} test ${index + 1}: ${problem}` });
      }
  return failures;
}

async function failureOf(
  rule: TestedCustomRule['rule'],
  kind: 'invalid' | 'valid',
  test: CustomRuleTest,
  analyse: AnalyseTest,
): Promise<string | undefined> {
  const [[platform, snippet]] = Object.entries(test.snippet) as [[Platform, string]];
  const reader = PLATFORM_READERS.find((one) => one.platform === platform)!;
  const policy = policyOf(rule, test.params ?? {});
  try {
    const { findings, ruleErrors } = await analyse({
      bytes: Buffer.from(reader.snippet(snippet)),
      filename: 'example',
      path: 'example',
      platform,
      // Processes share no memory.
      ruleset: { digest: digestOfJson(policy), json: Buffer.from(canonicalJson(policy)) },
      findingsMax: FINDINGS_MAX,
    });
    const [stopped] = ruleErrors.filter(({ ruleId }) => ruleId === rule.id);
    if (stopped !== undefined) return stopped.message;
    const found = findings.filter(({ ruleId }) => ruleId === rule.id);
    const wanted = kind === 'valid' ? 0 : (test.count ?? 1);
    if (found.length !== wanted) return `it has ${found.length} findings, and must have ${wanted}.`;
    const text = found[0]?.description.slice(0, -rule.why.length - 1);
    return test.message === undefined || test.message === text
      ? undefined
      : `the message is ${JSON.stringify(text)}.`;
  } catch (error) {
    if (error instanceof AppError) return `the snippet cannot be read: ${error.message}`;
    throw error;
  }
}

function policyOf(rule: TestedCustomRule['rule'], params: Options): EffectivePolicy {
  return {
    name: describeCustomRule(rule).id,
    detection: { rules: { [rule.id]: params }, custom: [rule] },
    judgement: { severities: {}, overrides: [], tags: {}, gate: BUILTIN_GATE },
  };
}
