/** Makes the file of a rule's example: a snippet, or an archive of the files of a project. */
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { PLATFORM_READERS } from '../../../src/analysis/platforms/read-workflows.ts';
import type { Example } from '../../../src/rule-pages/parse-page.ts';
import { examplesOf } from './rule-examples.ts';
import { workbookOf } from './workbook.ts';
import { zip } from './zip.ts';

export const exampleText = (example: Example | string): string =>
  typeof example === 'string' ? example : example.text;

/** Returns the rule with the options of its examples as defaults. */
export function withExampleOptions(rule: Rule, platform: Platform): Rule {
  const given = Object.entries(examplesOf(rule)[platform]?.options ?? {});
  const changed = given.map(([name, value]) => [name, { ...rule.options[name], default: value }]);
  return { ...rule, options: { ...rule.options, ...Object.fromEntries(changed) } } as Rule;
}

const HEAD = /^-- (.+) --$/m;
/** Members that are workflows; all others stand in the example as they are. */
const WORKFLOW =
  /\.xaml$|^Workflows\/.*\.json$|^Automation Anywhere\/(?!.*dependencies\.json$)|\.bp(?:process|object)$/;

/** Whether an example is several files. */
export const isProjectExample = (example: Example | string): boolean =>
  exampleText(example).startsWith('-- ');

/** The files of an example: one whole file, or the members of its archive. */
export function exampleMembers(
  platform: Platform,
  example: Example | string,
): readonly { readonly name: string; readonly content: string }[] {
  const { snippet } = PLATFORM_READERS.find((reader) => reader.platform === platform)!;
  const text = exampleText(example);
  if (!isProjectExample(example)) return [{ name: 'example', content: snippet(text) }];
  const parts = text.split(HEAD).slice(1);
  const entries = [];
  for (let i = 0; i < parts.length; i += 2) {
    const name = parts[i]!;
    const content = parts[i + 1]!.trim();
    entries.push({ name, content: WORKFLOW.test(name) ? snippet(content) : content });
  }
  return entries;
}

/** The bytes of an example of a platform. */
export function exampleFile(platform: Platform, example: Example | string): Buffer {
  const members = exampleMembers(platform, example);
  if (!isProjectExample(example)) return Buffer.from(members[0]!.content);
  return zip(
    members.map(({ name, content }) => ({
      name,
      content: name.endsWith('.xlsx') ? workbookOf(content) : content,
    })),
  );
}
