/** Builds the catalogue's index from the folders: a new rule is one new file and nothing else. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of rules, as the index lists them. */
const FOLDERS = ['general', 'uipath', 'power-automate', 'automation-anywhere', 'blue-prism'];

const variableOf = (file: string): string =>
  file.replace(/\.ts$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the text of `src/analysis/rules/index.ts`. */
export function rulesIndex(folder: string): string {
  const files = FOLDERS.flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.ts'))
      .sort()
      .map((file) => ({ path: `./${name}/${file}`, variable: variableOf(file) })),
  );
  const imports = files.map(({ path, variable }) => `import { rule as ${variable} } from '${path}';`);
  return `/** Every rule. Generated from the folders by \`npm run generate\`; do not edit. */
import type { Rule } from '../model/rule.ts';
${[...imports].sort((a, b) => (a.split("from '")[1]! < b.split("from '")[1]! ? -1 : 1)).join('\n')}

/** The whole catalogue. */
export const RULES: readonly Rule[] = [
${files.map(({ variable }) => `  ${variable},`).join('\n')}
];
`;
}
