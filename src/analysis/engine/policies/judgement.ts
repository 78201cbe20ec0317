/** Judgement of problems by a policy: severities, exclusions by path and additional controls. */
import { readPattern } from '../../../contract/exception.ts';
import type { Platform } from '../../model/platform.ts';
import type { Judgement, PolicyOverride } from '../../model/policy.ts';
import { type Rule, SEVERITIES, type Severity } from '../../model/rule.ts';
import type { RuleSetting, Ruleset } from '../../model/ruleset.ts';
import type { RuleProblem } from '../run-rules.ts';

/** The file of a problem. */
export interface JudgedFile {
  readonly platform: Platform;
  readonly path: string;
}

/** Judges the problems of a file. */
export interface Judge {
  /** The rules with their judged severities, before any exclusion by path. */
  readonly ruleset: Ruleset;
  /** Returns the rules that count in a file, with their judged severities. */
  rulesetFor(file: JudgedFile): Ruleset;
  /** Returns the problems that count in a file, with their judged severities. */
  judge<P extends RuleProblem>(problems: readonly P[], file: JudgedFile): readonly P[];
}

/** Judge without a policy: nothing changes. */
export function neutralJudge(ruleset: Ruleset): Judge {
  return { ruleset, rulesetFor: () => ruleset, judge: (problems) => problems };
}

/** Result of a judgement for the files that the same overrides match. */
interface Judged {
  readonly ruleset: Ruleset;
  readonly settings: ReadonlyMap<Rule, RuleSetting>;
  /** Rules whose severity the policy sets. */
  readonly decided: ReadonlySet<Rule>;
}

/** Creates the judge of a policy over the rules that run. Rules about the analysis itself are never excluded nor milder. */
export function createJudge(ruleset: Ruleset, judgement: Judgement): Judge {
  const matchers = judgement.overrides.map(matcherOf);
  const known = new Map<string, Judged>();

  function judgedFor(file: JudgedFile): Judged {
    const matching = matchers.flatMap((matches, index) => (matches(file) ? index : []));
    const key = matching.join(' ');
    let judged = known.get(key);
    if (judged === undefined) {
      const overrides = matching.map((index) => judgement.overrides[index]!);
      judged = judgeRules(ruleset, judgement, overrides);
      known.set(key, judged);
    }
    return judged;
  }

  return {
    ruleset: judgeRules(ruleset, judgement, []).ruleset,
    rulesetFor: (file) => judgedFor(file).ruleset,
    judge(problems, file) {
      const { settings, decided } = judgedFor(file);
      return problems.flatMap((found) => {
        const { rule, severity } = found.setting;
        const setting = settings.get(rule);
        if (setting === undefined) return [];
        // A rule that reports several severities does so unless the policy sets one, which plays down no notice of the engine.
        const isOwn =
          !decided.has(rule) || isWeakened({ category: rule.category, severity }, setting.severity);
        if (isOwn) return { ...found, setting: { ...setting, severity } };
        return setting.severity === severity
          ? { ...found, setting }
          : { ...found, setting, ownSeverity: severity };
      });
    },
  };
}

/** Returns the rules that do not count in at least one of the files: their silence means nothing. */
export function excludedRules(judge: Judge, files: Iterable<JudgedFile>): ReadonlySet<Rule> {
  const rulesets = new Set([...files].map((file) => judge.rulesetFor(file)));
  const excluded = new Set<Rule>();
  for (const { settings } of rulesets) {
    if (settings.length === judge.ruleset.settings.length) continue;
    const counting = new Set(settings.map(({ rule }) => rule));
    for (const { rule } of judge.ruleset.settings) if (!counting.has(rule)) excluded.add(rule);
  }
  return excluded;
}

function matcherOf({ platform, path }: PolicyOverride): (file: JudgedFile) => boolean {
  const fits = path === undefined ? () => true : readPattern(path);
  return (file) => (platform === undefined || platform === file.platform) && fits(file.path);
}

/** Returns whether a verdict would hide or play down what a rule says about the analysis itself. */
function isWeakened(
  { category, severity }: Pick<Rule, 'category' | 'severity'>,
  verdict: Severity | 'off' | undefined,
): boolean {
  if (category !== 'engine' || verdict === undefined) return false;
  return verdict === 'off' || SEVERITIES.indexOf(verdict) > SEVERITIES.indexOf(severity);
}

function judgeRules(
  ruleset: Ruleset,
  { severities, tags }: Judgement,
  overrides: readonly PolicyOverride[],
): Judged {
  const settings = new Map<Rule, RuleSetting>();
  const decided = new Set<Rule>();
  for (const setting of ruleset.settings) {
    const { rule } = setting;
    const wanted = overrides.reduce<Severity | 'off' | undefined>(
      (last, { rules }) => rules[rule.id] ?? last,
      severities[rule.id],
    );
    const verdict = isWeakened(rule, wanted) ? undefined : wanted;
    if (verdict === 'off') continue;
    if (verdict !== undefined) decided.add(rule);
    const added = tags[rule.id];
    settings.set(rule, {
      ...setting,
      severity: verdict ?? setting.severity,
      ...(added === undefined ? {} : { tags: added }),
    });
  }
  return { ruleset: { ...ruleset, settings: [...settings.values()] }, settings, decided };
}
