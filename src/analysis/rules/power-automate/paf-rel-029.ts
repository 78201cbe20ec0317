/** An output of a topic that no step of the topic sets. */
import type { Property } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Name of an output or input in a setting of the topic: `outputType.properties.total.type`. */
const FIELD = /^(out|in)putType\.properties\.([^.]{1,100})\./;
/** Variables of a topic: in what a step fills, and in formulas and texts. */
const VARIABLE = /\bTopic\.([\p{L}\p{N}_]{1,100})/giu;

export const rule = defineRule('PAF-REL-029', {
  level: 'workflow',
  languages: ['power-fx'],
  *check(workflow) {
    const [topic] = workflow.activities;
    // The model fills the outputs of an agent.
    if (topic?.type !== 'AdaptiveDialog') return;
    const outputs = new Map<string, Property>();
    const used = new Set<string>();
    for (const setting of topic.properties) {
      const [, direction, name = ''] = FIELD.exec(setting.name) ?? [];
      // One variable may be both: the caller sets it.
      if (direction === 'in') used.add(name.toLowerCase());
      else if (direction === 'out' && !outputs.has(name)) outputs.set(name, setting);
    }
    if (outputs.size === 0) return;
    for (const { properties } of workflow.activities)
      for (const { text } of properties)
        for (const [, name] of text.matchAll(VARIABLE)) used.add(name!.toLowerCase());
    for (const [name, at] of outputs) {
      if (used.has(name.toLowerCase())) continue;
      yield {
        at,
        subject: name,
        message: `No step of the topic "${workflow.name}" sets its output "${name}".`,
      };
    }
  },
});
