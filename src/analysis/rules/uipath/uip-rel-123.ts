/** Two events at the border of a step of BPMN that catch the same error. */
import type { Activity } from '../../model/workflow.ts';
import { isBpmn } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

const settingOf = ({ properties }: Activity, key: string): string | undefined =>
  properties.find(({ name }) => name === key)?.text;

export const rule = defineRule('UIP-REL-123', {
  level: 'workflow',
  languages: ['javascript'],
  *check(workflow) {
    if (!isBpmn(workflow)) return;
    const first = new Map<string, Activity>();
    for (const event of workflow.activities) {
      if (event.type !== 'boundaryEvent' || settingOf(event, 'event') !== 'error') continue;
      const [step, error] = [settingOf(event, 'attachedToRef') ?? '', settingOf(event, 'errorRef') ?? ''];
      const key = JSON.stringify([step, error]);
      const other = first.get(key);
      if (other === undefined) first.set(key, event);
      else {
        const what = error === '' ? 'every error' : 'the same error';
        const message = `"${event.name}" and "${other.name}" catch ${what} of one step.`;
        yield { at: event, subject: event.id, message };
      }
    }
  },
});
