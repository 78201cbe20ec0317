/** Head of a bundle that is a module: names that CommonJS packages expect in their scope. */
export const COMMON_JS = `import { createRequire as createRequireOf } from 'node:module';
const require = createRequireOf(import.meta.url), __dirname = import.meta.dirname, __filename = import.meta.filename;`;
