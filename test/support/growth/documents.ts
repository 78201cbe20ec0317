/** The text documents inside the examples of all rules, each with a way to build the file around a changed one. */
import type { Platform } from '../../../src/analysis/model/platform.ts';
import { PLATFORM_READERS } from '../../../src/analysis/platforms/read-workflows.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { Example } from '../../../src/rule-pages/parse-page.ts';
import { exampleMembers, isProjectExample } from '../files/example-file.ts';
import { examplesOf } from '../files/rule-examples.ts';
import { zip } from '../files/zip.ts';

export type Syntax = 'xml' | 'json' | 'text';

/** One document of an example. Texts are UTF-8 bytes as Latin-1, so that offsets count bytes. */
export interface ExampleDocument {
  /** Rule, platform, kind and number of the example, and the member of an archive. */
  readonly name: string;
  readonly platform: Platform;
  readonly syntax: Syntax;
  readonly text: string;
  /** Builds the whole file with another text in place of this document's. */
  build(text: string): Buffer;
}

function syntaxOf(text: string): Syntax {
  const first = text.trimStart()[0];
  if (first === '<' || text.startsWith('\u00ef\u00bb\u00bf<')) return 'xml';
  return first === '{' || first === '[' ? 'json' : 'text';
}

function documentsOf(name: string, platform: Platform, example: Example): readonly ExampleDocument[] {
  const members = exampleMembers(platform, example).map((member) => ({
    name: member.name,
    content: Buffer.from(member.content).toString('latin1'),
  }));
  const isProject = isProjectExample(example);
  return members.map((member) => ({
    name: isProject ? `${name}, ${member.name}` : name,
    platform,
    syntax: syntaxOf(member.content),
    text: member.content,
    build(text) {
      const content = Buffer.from(text, 'latin1');
      if (!isProject) return content;
      return zip(
        members.map((other) => ({
          name: other.name,
          content: other === member ? content : Buffer.from(other.content, 'latin1'),
        })),
      );
    },
  }));
}

/** Lists the documents of every bad and good example of every rule. */
export function exampleDocuments(): readonly ExampleDocument[] {
  return RULES.flatMap((rule) =>
    PLATFORM_READERS.flatMap(({ platform }) => {
      const { bad = [], good = [] } = examplesOf(rule)[platform] ?? {};
      const named = (kind: string) => (example: Example, i: number) =>
        documentsOf(`${rule.id} ${platform} ${kind} ${i + 1}`, platform, example);
      return [...bad.flatMap(named('bad')), ...good.flatMap(named('good'))];
    }),
  );
}
