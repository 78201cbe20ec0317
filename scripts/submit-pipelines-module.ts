/** Module of the web app with the pipeline files that send workflows. */
import { SUBMIT_PIPELINES } from '../src/cli/setup/submit-pipelines.ts';

/** Writes the module, formatted as Biome has it. */
export function submitPipelinesModule(): string {
  const entries = Object.entries(SUBMIT_PIPELINES).map(
    ([name, { title, path, secret, needs, text }]) => `  ${name}: {
    title: ${quoted(title)},
    path: ${path === null ? null : quoted(path)},
    secret: ${template(secret)},
    needs: ${needs === null ? null : template(needs)},
    text: ${template(text)},
  },
`,
  );
  return `/** Pipeline files that send workflows to the service. Generated from \`src/cli/setup/submit-pipelines.ts\`. */

/** Pipeline files by CI system, and the same by hand. */
export const SUBMIT_PIPELINES = {
${entries.join('')}} as const;
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

function template(text: string): string {
  return `\`${text.replaceAll(/[`\\]|\$\{/g, '\\$&')}\``;
}
