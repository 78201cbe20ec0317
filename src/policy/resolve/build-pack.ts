/** Builds a pack: finds what it extends, and resolves it for every environment. */
import { basename } from 'node:path';
import { describeCustomRule } from '../../analysis/custom-rules/compile-rule.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { type BuiltPack, digestOfJson, type ParentPack } from '../built/built-pack.ts';
import { packPatternsProblem } from '../built/pack-patterns.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError, type PolicyProblem } from '../problems.ts';
import { BUILTIN_PRESETS, type PresetName } from '../source/pack-schema.ts';
import { readCustomRules } from '../source/read-custom-rules.ts';
import { type PackSource, readPack } from '../source/read-pack.ts';
import { joinCustomRules } from './join-custom-rules.ts';
import { findBuiltParent, parentFolder, parseReference, type ReadBuilt } from './parents.ts';
import { type Parent, type ResolveInput, resolveEnvironment } from './resolve-environment.ts';

/** Packs in a chain of folders that extend each other. */
const PACK_DEPTH_MAX = 8;

/** Dependencies of a build. */
export interface BuildDeps {
  /** The catalogue. */
  readonly rules: readonly Rule[];
  readonly readBuilt: ReadBuilt;
}

const BUILTIN = 'builtin/';

/** Builds the pack of a folder. @throws PolicyError with every problem */
export async function buildPack(folder: string, deps: BuildDeps): Promise<BuiltPack> {
  return buildSource(await readPack(folder), deps, [folder]);
}

/** @param chain folders that lead to this one by `extends`, itself last */
async function buildSource(
  source: PackSource,
  deps: BuildDeps,
  chain: readonly string[],
): Promise<BuiltPack> {
  const { pack, document } = source;
  const { metadata } = pack;
  const problems: PolicyProblem[] = [];
  const parents: Parent[] = [];
  for (const [index, entry] of (pack.extends ?? []).entries()) {
    const found = await findParent(source, entry, deps, chain).catch((error: unknown) => {
      if (!(error instanceof PolicyError)) throw error;
      return error.problems;
    });
    if ('length' in found) {
      const line = document.lineOf(['extends', index]);
      problems.push(...found.map((problem) => (problem.line > 0 ? problem : { ...problem, line })));
    } else parents.push({ index, ...found });
  }
  const packs = parents.flatMap((parent) => ('pack' in parent ? [parent.pack] : []));
  const ancestors = ancestorsOf(packs);
  const wrong = ancestryProblem(metadata.name, ancestors);
  if (wrong !== undefined)
    problems.push({ file: document.file, line: document.lineOf(['extends']), message: wrong });
  if (problems.length > 0) throw new PolicyError(problems);
  const own = await readCustomRules(source);
  const custom = joinCustomRules(packs, own);
  const texts = custom.map(({ rule }) => rule);
  const input: ResolveInput = {
    source,
    parents,
    rules: [...deps.rules, ...texts.map(describeCustomRule)],
    custom: texts,
    places: new Map(own.map(({ rule, place }) => [rule.id, place])),
    problems,
  };
  const names = new Set([
    ...Object.keys(pack.environments ?? {}),
    ...packs.flatMap(({ environments }) => Object.keys(environments)),
  ]);
  const base = resolveEnvironment(input, null);
  // Each environment would repeat the problems: so many are enough.
  if (problems.length > POLICY_LIMITS.problemsMax) throw new PolicyError(withoutRepeats(problems));
  const environments = [...names].map((name) => [name, resolveEnvironment(input, name)] as const);
  if (problems.length > 0) throw new PolicyError(withoutRepeats(problems));
  const built: BuiltPack = {
    apiVersion: 'flowarden/v1',
    kind: 'BuiltPolicyPack',
    metadata: { ...metadata, owner: metadata.owner ?? null, engine: metadata.engine ?? null },
    parents: ancestors,
    ...(custom.length === 0 ? {} : { custom }),
    base,
    environments: Object.fromEntries(environments),
  };
  const tooMany = packPatternsProblem(built, deps.rules);
  if (tooMany !== undefined)
    throw new PolicyError([{ file: document.file, line: document.lineOf(['custom']), message: tooMany }]);
  return built;
}

async function findParent(
  { folder, document }: PackSource,
  entry: string,
  deps: BuildDeps,
  chain: readonly string[],
): Promise<{ readonly preset: PresetName } | { readonly pack: BuiltPack } | readonly PolicyProblem[]> {
  const problem = (message: string): readonly PolicyProblem[] => [{ file: document.file, line: 0, message }];
  if (entry.startsWith(BUILTIN)) {
    const preset = entry.slice(BUILTIN.length);
    if (Object.hasOwn(BUILTIN_PRESETS, preset)) return { preset: preset as PresetName };
    const known = Object.keys(BUILTIN_PRESETS).map((name) => `${BUILTIN}${name}`);
    return problem(`There is no preset "${entry}"; the presets are ${known.join(', ')}.`);
  }
  const reference = parseReference(entry);
  if (typeof reference === 'string') return problem(reference);
  if (reference.kind === 'pack') return { pack: await findBuiltParent(folder, reference, deps.readBuilt) };
  const parent = parentFolder(folder, reference.path);
  if (chain.includes(parent.folder)) {
    const names = [...chain.slice(chain.indexOf(parent.folder)), parent.folder].map((path) => basename(path));
    return problem(`The packs extend each other in a circle: ${names.join(' → ')}.`);
  }
  if (chain.length >= PACK_DEPTH_MAX) return problem(`More than ${PACK_DEPTH_MAX} packs extend each other.`);
  try {
    return { pack: await buildSource(await readPack(parent.folder), deps, [...chain, parent.folder]) };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return error.problems.map(({ file, ...rest }) => ({ ...rest, file: `${reference.path}/${file}` }));
  }
}

/** Lists packs with those that they extend, each once. */
function ancestorsOf(packs: readonly BuiltPack[]): readonly ParentPack[] {
  const own = packs.map((pack) => {
    const { name, version } = pack.metadata;
    return { name, version, sha256: digestOfJson(pack) };
  });
  const all = [...own, ...packs.flatMap(({ parents }) => parents)];
  return [
    ...new Map(all.map((parent) => [`${parent.name}@${parent.version} ${parent.sha256}`, parent])).values(),
  ];
}

function ancestryProblem(name: string, ancestors: readonly ParentPack[]): string | undefined {
  if (ancestors.some((parent) => parent.name === name)) return `The pack ${name} extends itself.`;
  if (ancestors.length > POLICY_LIMITS.packParentsMax)
    return `The pack extends ${ancestors.length} packs; the limit is ${POLICY_LIMITS.packParentsMax}.`;
  return undefined;
}

/** A problem of the pack shows in every environment; it is reported once. */
function withoutRepeats(problems: readonly PolicyProblem[]): readonly PolicyProblem[] {
  const seen = new Map(
    problems.map((problem) => [`${problem.file} ${problem.line} ${problem.message}`, problem]),
  );
  return [...seen.values()].sort((a, b) => a.line - b.line);
}
