/** `flowarden policy test`: runs the tests of custom rules and the cases of a pack. */
import { createEngine } from '../../analysis/engine/validate.ts';
import { print } from '../../infra/logging/output.ts';
import { readCases } from '../../policy/cases/read-cases.ts';
import { failedRuleTests } from '../../policy/cases/rule-tests.ts';
import { runCases } from '../../policy/cases/run-cases.ts';
import { uncovered } from '../../policy/cases/uncovered.ts';
import { problemText } from '../../policy/problems.ts';
import { buildPack } from '../../policy/resolve/build-pack.ts';
import { readCustomRules } from '../../policy/source/read-custom-rules.ts';
import { readPack } from '../../policy/source/read-pack.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { plural } from '../../text/format.ts';
import { type PolicyArguments, packFolder } from './arguments.ts';
import { buildDeps } from './read-built.ts';

/** Runs the tests and cases of a folder's pack; ends with 1 when one fails, or when there is none. */
export async function testCommand(given: PolicyArguments): Promise<number> {
  const folder = packFolder(given);
  const deps = await buildDeps();
  const [source, pack] = [await readPack(folder), await buildPack(folder, deps)];
  const cases = await readCases(source);
  const custom = pack.custom ?? [];
  if (cases.length + custom.length === 0) {
    print('The pack has no cases. List their files in pack.yaml: cases: [cases/*.yaml]\n');
    return 1;
  }
  const engine = createEngine(deps.rules);
  const places = new Map((await readCustomRules(source)).map(({ rule, place }) => [rule.id, place]));
  const broken = await failedRuleTests(custom, async (task) => engine.validate(task));
  for (const { id, message } of broken)
    print(`${showControlCharacters(`${places.get(id) ?? 'a pack that it extends'}: ${message}`)}\n`);
  const results = await runCases({ folder, pack, rules: deps.rules }, cases);
  const failed = results.filter(({ failures }) => failures.length > 0);
  for (const { file, line, test, failures } of failed)
    for (const failure of failures)
      print(`${showControlCharacters(problemText({ file, line, message: `${test.name}: ${failure}` }))}\n`);
  if (custom.length > 0) {
    const tests = custom.reduce(
      (sum, { tests: { invalid, valid } }) => sum + invalid.length + valid.length,
      0,
    );
    print(
      `${plural(custom.length, 'custom rule')}: ${plural(tests - broken.length, 'test')} passed, ${broken.length} failed.\n`,
    );
  }
  if (cases.length > 0)
    print(`${plural(cases.length - failed.length, 'case')} passed, ${failed.length} failed.\n`);
  if (given.coverage) {
    const { rules, overrides } = uncovered(source, pack, cases);
    for (const place of overrides) print(`${place}: the override matches the file of no case.\n`);
    if (rules.length > 0) print(`No case names ${rules.join(', ')}.\n`);
    if (rules.length + overrides.length === 0) print('Every decision of the pack has a case.\n');
  }
  return failed.length + broken.length === 0 ? 0 : 1;
}
