/** A timer of BPMN whose time is none that ISO 8601 knows, so that the process stops there. */
import { literalOf } from '../../model/navigate.ts';
import { isBpmn } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

const DURATION =
  /^P\d+W$|^P(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** By the name of the setting: whether a text is such a time. */
const TIMES: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['timer.timeDuration', (text: string) => DURATION.test(text)],
  ['timer.timeDate', (text: string) => DATE.test(text)],
  [
    'timer.timeCycle',
    (text: string) => {
      const [repeats = '', ...parts] = text.split('/');
      return (
        /^R\d*$/.test(repeats) &&
        parts.length > 0 &&
        parts.every((part) => DURATION.test(part) || DATE.test(part))
      );
    },
  ],
]);

export const rule = defineRule('UIP-REL-112', {
  level: 'activity',
  languages: ['javascript'],
  *check(activity, { workflow }) {
    if (!isBpmn(workflow)) return;
    for (const property of activity.properties) {
      const isTime = TIMES.get(property.name);
      const text = isTime === undefined ? undefined : literalOf(property);
      if (text === undefined || isTime!(text)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `The timer of "${activity.name}" has the time "${text.slice(0, 60)}", which is none of ISO 8601.`,
      };
    }
  },
});
