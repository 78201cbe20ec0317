/** `flowarden policy explain`: says what a pack decides about a rule, and where. */
import { statSync } from 'node:fs';
import type { Rule } from '../../analysis/model/rule.ts';
import { readPattern } from '../../contract/exception.ts';
import { print } from '../../infra/logging/output.ts';
import { type BuiltEnvironment, environmentOf } from '../../policy/built/built-pack.ts';
import { buildPack } from '../../policy/resolve/build-pack.ts';
import { showSigns } from '../../text/control-characters.ts';
import { requireRule } from '../rules/find-rule.ts';
import { type PolicyArguments, requireArgument } from './arguments.ts';
import { buildDeps, readBuilt, readTrust } from './pack-files.ts';
import { requireEnvironment } from './require-environment.ts';

/** Prints the decisions about a rule, each with its file and line. */
export async function explainCommand(given: PolicyArguments): Promise<number> {
  const place = requireArgument(given.operands[0], 'Name the folder or the built file.');
  const id = requireArgument(given.operands[1], 'Name a rule.');
  const deps = await buildDeps();
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
  const pack = isFolder ? await buildPack(place, deps) : await readBuilt(place, await readTrust(given.trust));
  requireEnvironment(pack, given.environment);
  const environment = environmentOf(pack, given.environment ?? null);
  const lines = explanation(requireRule(deps.rules, id), environment, given.path);
  print(`${lines.map(showSigns).join('\n')}\n`);
  return 0;
}

/** Returns what an environment decides about a rule, one line a decision. */
function explanation(
  rule: Rule,
  { policy, origins }: BuiltEnvironment,
  path: string | undefined,
): readonly string[] {
  const { detection, judgement } = policy;
  const origin = origins[rule.id] ?? {};
  const options = detection.rules[rule.id];
  const by = (place: string | undefined): string => (place === undefined ? 'default of the rule' : place);
  const title = `${rule.id}: ${rule.title}`;
  if (options === undefined) return [title, `  off  (${origin.on ?? 'no preset or pack switches it on'})`];
  const severity = judgement.severities[rule.id] ?? rule.severity;
  return [
    title,
    `  on  (${by(origin.on)})`,
    `  severity ${severity}  (${by(origin.severity)})`,
    ...Object.entries(rule.options).map(([name, option]) => {
      const value = JSON.stringify(options[name] ?? option.default);
      return `  ${name} = ${value}  (${by(origin.options?.[name])})`;
    }),
    ...judgement.overrides.flatMap((override) => {
      const verdict = override.rules[rule.id];
      const matches = path === undefined || override.path === undefined || readPattern(override.path)(path);
      if (verdict === undefined || !matches) return [];
      const where = [override.platform, override.path].filter((part) => part !== undefined).join(' ');
      return `  ${verdict} for ${where}`;
    }),
    ...(origin.locked === undefined ? [] : [`  locked  (${origin.locked})`]),
  ];
}
