/** An end of a flow that maps no value to an output of the flow. */
import { defineRule } from '../define-rule.ts';

const MAPPED = /^outputs\.([^.]+)/;
const UPDATED = /^variableUpdates\.([^.]+)/;

export const rule = defineRule('UIP-REL-127', {
  level: 'workflow',
  languages: ['javascript'],
  *check(workflow) {
    if (workflow.kind !== 'uipath-flow') return;
    const outputs = workflow.arguments.filter(({ direction }) => direction === 'out');
    if (outputs.length === 0) return;
    const settings = workflow.activities.flatMap(({ properties }) => properties);
    const updated = new Set(settings.map(({ name }) => UPDATED.exec(name)?.[1]));
    for (const end of workflow.activities) {
      if (end.type !== 'core.control.end' || !end.enabled) continue;
      const mapped = new Set(end.properties.map(({ name }) => MAPPED.exec(name)?.[1]));
      for (const { name } of outputs) {
        if (mapped.has(name) || updated.has(name)) continue;
        const message = `The output "${name}" of the flow has no value when a run ends at "${end.name}".`;
        yield { at: end, subject: name, message };
      }
    }
  },
});
