/** A case that nothing starts or closes, and a stage that nothing enters. */

import { plural } from '../../../text/format.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { isCase } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

const ENTRY_RULE = /^entryConditions\.\d+\.rules\.\d+\.\d+\.rule$/;

const entryRulesOf = ({ properties }: Activity): readonly string[] =>
  properties.filter(({ name }) => ENTRY_RULE.test(name)).map(({ text }) => text);

/** Returns the stages that no entry rule and no edge leads to. */
function unreachedStages({ transitions }: Workflow, stages: readonly Activity[]): readonly Activity[] {
  const entered = new Set(transitions.map(({ to }) => to));
  return stages.filter((stage) => !entered.has(stage.index) && entryRulesOf(stage).length === 0);
}

export const rule = defineRule('UIP-REL-131', {
  level: 'workflow',
  languages: ['javascript'],
  *check(workflow) {
    const stages = workflow.activities.filter(({ type }) => type === 'Stage');
    const [first] = stages;
    if (!isCase(workflow) || first === undefined) return;
    const [unreached, ...others] = unreachedStages(workflow, stages);
    if (unreached !== undefined) {
      const more = others.length === 0 ? '' : ` and ${plural(others.length, 'other')}`;
      yield {
        at: unreached,
        subject: 'entry',
        message: `Nothing enters the stage "${unreached.name}"${more}.`,
      };
    }
    // Plans of the older form start by edges, and close by themselves.
    if (workflow.settings.get('form') === 'root') return;
    const starts = stages.some((stage) => entryRulesOf(stage).includes('case-entered'));
    if (!starts && workflow.transitions.every(({ name }) => name !== 'edge'))
      yield {
        at: first,
        subject: 'start',
        message: `No stage of "${workflow.name}" is entered when the case begins.`,
      };
    if (!workflow.settings.has('closes'))
      yield {
        at: first,
        subject: 'close',
        message: `No exit rule of "${workflow.name}" marks the case complete.`,
      };
  },
});
