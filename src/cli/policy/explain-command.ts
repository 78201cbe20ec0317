/** `flowarden policy explain`: says what a pack decides about a rule, and where. */
import { statSync } from 'node:fs';
import { describeCustomRule } from '../../analysis/custom-rules/compile-rule.ts';
import { print } from '../../infra/logging/output.ts';
import { environmentOf } from '../../policy/built/built-pack.ts';
import { type DecidedRule, decisionsOf, type PolicyDecision } from '../../policy/decisions.ts';
import { followedLines } from '../../policy/followed-lines.ts';
import { buildPack } from '../../policy/resolve/build-pack.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { requireRule } from '../rules/find-rule.ts';
import { type PolicyArguments, requireArgument } from './arguments.ts';
import { buildDeps, readBuilt, readTrust } from './read-built.ts';
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
  const texts = (pack.custom ?? []).map(({ rule }) => rule);
  const rule = requireRule([...deps.rules, ...texts.map(describeCustomRule)], id);
  const decided = decisionsOf(rule, environment, given.path ?? null);
  const { classes } = environment.policy.detection;
  const own = texts.find((text) => text.id === rule.id);
  const lines = [...linesOf(decided), ...(decided.isOn ? followedLines({ rule, own, classes }) : [])];
  print(`${lines.map(showControlCharacters).join('\n')}\n`);
  return 0;
}

/** Returns what is decided about a rule, one line a decision. */
function linesOf({ rule, isOn, decisions }: DecidedRule): readonly string[] {
  const title = `${rule.id}: ${rule.title}`;
  if (!isOn) return [title, `  off  (${decisions[0]?.origin ?? 'no preset or pack switches it on'})`];
  return [title, ...decisions.map(lineOf)];
}

function lineOf({ about, value, origin }: PolicyDecision): string {
  const by = `(${origin ?? 'default of the rule'})`;
  const plain = value.replace(/^"|"$/g, '');
  if (about === 'on') return `  on  ${by}`;
  if (about === 'locked') return `  locked  ${by}`;
  if (about === 'override') return `  ${plain} for ${origin}`;
  if (about === 'severity') return `  severity ${plain}  ${by}`;
  return `  ${about.replace('params.', '')} = ${value}  ${by}`;
}
