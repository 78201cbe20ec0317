/** A bot waits a fixed time instead of for what it needs. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['MILLISECONDS', 1],
  ['SECONDS', 1000],
  ['MINUTES', 60_000],
]);

export const rule = defineRule('AAB-REL-006', {
  level: 'activity',
  types: ['Delay/delay'],
  *check(delay, { options }) {
    const time = Number(literalOf(propertyOf(delay, 'delayTime')));
    const unit = UNITS.get(literalOf(propertyOf(delay, 'timeUnit'))?.toUpperCase() ?? '') ?? 1;
    if (!(time * unit > options.maxMs)) return;
    yield {
      at: delay,
      group: 'bot',
      message: `"${delay.name}" on line ${delay.editorLine} always waits ${(time * unit) / 1000} seconds; the maximum is ${options.maxMs / 1000}.`,
    };
  },
});
