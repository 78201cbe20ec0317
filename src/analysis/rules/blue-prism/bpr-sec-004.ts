/** Finds passwords of the credential manager in unprotected data items. */
import { propertyOf } from '../../model/navigate.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { mentionedSymbols, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-SEC-004', {
  level: 'workflow',
  types: ['Action'],
  words: ['credentials'],
  *check(workflow) {
    const table = symbolTable(workflow);
    for (const activity of stagesOf(workflow, 'Action')) {
      if (!activity.reachable) continue;
      const object = propertyOf(activity, 'resource.object')?.text ?? '';
      const action = propertyOf(activity, 'resource.action')?.text ?? '';
      if (!/credentials/i.test(object) || !/^get\b/i.test(action)) continue;
      for (const output of activity.properties) {
        if (!/^outputs\.(?:.* )?password$/i.test(output.name) || output.expression === undefined) continue;
        const [item] = mentionedSymbols(workflow, table, output.expression);
        // Only the object that fills a field knows it if the collection does not declare it.
        if (item === undefined || item.secure || item.type === 'collection') continue;
        const message = `"${activity.name}" stores a password from the credential manager in "${item.name}", which is of type ${item.type}.`;
        yield { at: output, message };
      }
    }
  },
});
