/** Leaves out of a bundle what packages bring for other users: the bundler cannot know that nothing of ours reaches it. */
import type { Plugin } from 'esbuild';

/** Modules of packages, and what stands in for each. */
const UNUSED = [
  // Messages of zod in fifty languages: ours are in English.
  [/zod\/v4\/locales\/index\.js$/, "export { default as en } from './en.js';"],
  // The server of MCP checks the answers of forms with it: ours shows no form.
  [
    /@modelcontextprotocol\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/,
    "export class AjvJsonSchemaValidator { getValidator() { throw new Error('This program shows no forms.'); } }",
  ],
] as const;

/** Plugin of esbuild. */
export const withoutUnusedParts: Plugin = {
  name: 'without unused parts',
  setup(builder) {
    const missing = new Set<RegExp>(UNUSED.map(([filter]) => filter));
    for (const [filter, contents] of UNUSED)
      builder.onLoad({ filter }, () => {
        missing.delete(filter);
        return { contents, loader: 'js' };
      });
    builder.onEnd(() => ({ errors: [...missing].map((filter) => ({ text: `No module is ${filter}.` })) }));
  },
};
