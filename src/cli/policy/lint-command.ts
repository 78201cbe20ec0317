/** `flowarden policy lint`: checks a pack and names what has no effect. */
import { print } from '../../infra/logging/output.ts';
import { lintPack } from '../../policy/lint-pack.ts';
import { problemText } from '../../policy/problems.ts';
import { buildPack } from '../../policy/resolve/build-pack.ts';
import { readPack } from '../../policy/source/read-pack.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { plural } from '../../text/format.ts';
import { type PolicyArguments, packFolder } from './arguments.ts';
import { buildDeps } from './read-built.ts';

/** Checks the pack of a folder; hints alone are no failure. */
export async function lintCommand(given: PolicyArguments): Promise<number> {
  const folder = packFolder(given);
  const deps = await buildDeps();
  const pack = await buildPack(folder, deps);
  const hints = lintPack(await readPack(folder), pack, deps.rules);
  for (const hint of hints) print(`${showControlCharacters(problemText(hint))}\n`);
  const { name, version } = pack.metadata;
  const rules = Object.keys(pack.base.policy.detection.rules).length;
  const environments = Object.keys(pack.environments).length;
  print(
    `${name}@${version} is valid: ${plural(rules, 'rule')}, ${plural(environments, 'environment')}, ${plural(hints.length, 'hint')}.\n`,
  );
  return 0;
}
