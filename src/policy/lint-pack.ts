/** Hints about a pack that is valid: entries without an effect, and rules that wait for a list. */
import { hasNeeded } from '../analysis/engine/ruleset.ts';
import type { Rule } from '../analysis/model/rule.ts';
import { defaultsOf } from '../analysis/model/rule-option.ts';
import type { BuiltEnvironment, BuiltPack } from './built/built-pack.ts';
import type { PolicyProblem } from './problems.ts';
import type { PackSource } from './source/read-pack.ts';
import type { YamlPath } from './source/read-yaml.ts';

/** Returns the hints about a pack, in the order of their lines. */
export function lintPack(
  { document, pack: source }: PackSource,
  pack: BuiltPack,
  rules: readonly Rule[],
): readonly PolicyProblem[] {
  const hint = (path: YamlPath, message: string): PolicyProblem => ({
    file: document.file,
    line: document.lineOf(path),
    message,
  });
  const environments = [pack.base, ...Object.values(pack.environments)];
  const places = new Set(environments.flatMap(placesOf));
  const hints: PolicyProblem[] = [];
  for (const [pattern, entry] of Object.entries(source.rules ?? {})) {
    const place = `${document.file}:${document.lineOf(['rules', pattern])}`;
    if (!places.has(place))
      hints.push(hint(['rules', pattern], `"${pattern}" has no effect: later entries set the same.`));
    const rule = rules.find(({ id }) => id === pattern);
    if (rule === undefined || entry === 'off' || waits(rule, environments) === false) continue;
    const needed = (rule.needsOneOf ?? []).join(' or ');
    hints.push(hint(['rules', pattern], `${pattern} is not evaluated until a pack gives ${needed}.`));
  }
  for (const [index, { rules: verdicts }] of (source.overrides ?? []).entries()) {
    const isDead = Object.keys(verdicts).every((pattern) => !isOn(pattern, environments));
    if (isDead)
      hints.push(hint(['overrides', index], 'The override has no effect: none of its rules is on.'));
  }
  return hints.sort((a, b) => a.line - b.line);
}

/** Returns whether a rule is on in an environment that does not give the list that it needs. */
function waits(rule: Rule, environments: readonly BuiltEnvironment[]): boolean {
  return environments.some(({ policy }) => {
    const options = policy.detection.rules[rule.id];
    return options !== undefined && !hasNeeded(rule, { ...defaultsOf(rule.options), ...options });
  });
}

function isOn(pattern: string, environments: readonly BuiltEnvironment[]): boolean {
  const start = pattern.endsWith('*') ? pattern.slice(0, -1) : null;
  return environments.some(({ policy }) =>
    Object.keys(policy.detection.rules).some((id) =>
      start === null ? id === pattern : id.startsWith(start),
    ),
  );
}

function placesOf({ origins }: BuiltEnvironment): readonly string[] {
  return Object.values(origins).flatMap(({ options = {}, ...places }) => [
    ...Object.values(places),
    ...Object.values(options),
  ]);
}
