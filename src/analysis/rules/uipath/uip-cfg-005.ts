/** An input of the workflow that a run starts with has a fixed value. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Values that switch something on, count, or are times. */
const PLAIN = /^(?:true|false|-?\d{1,9}(?:\.\d{1,9})?|\d{1,3}(?:[:.]\d{1,7}){1,4}|nothing|null)?$/i;
/** Files of the package, which hold the values of an environment. */
const PACKAGED = /^(?![a-z]:|[\\/])[\w .\\/-]{1,200}\.(?:xlsx?|json|xml|ya?ml|config|xaml)$/i;

export const rule = defineRule('UIP-CFG-005', {
  level: 'project',
  *gather({ kind, arguments: declared }) {
    if (kind !== 'uipath-workflow') return;
    for (const argument of declared) {
      const text = literalOf(argument.default);
      if (argument.direction === 'out' || text === undefined) continue;
      if (PLAIN.test(text.trim()) || PACKAGED.test(text.trim())) continue;
      yield { at: argument };
    }
  },
  *check({ workflows, root, clues }) {
    const starts = new Set(
      workflows.flatMap(({ references }) =>
        references
          .filter(({ kind }) => kind === 'entry-point')
          .map(({ target }) => `${root}${target}`.replaceAll('\\', '/').toLowerCase()),
      ),
    );
    for (const { at, in: workflow } of clues) {
      if (!starts.has(workflow.file.toLowerCase())) continue;
      const message = `The input "${at.name}" of the entry point "${workflow.name}" has a fixed value.`;
      yield { in: workflow, at, subject: at.name, message };
    }
  },
});
