/** Timeouts that are far too short or far too long. */
import { defineRule } from '../../model/rule.ts';
import { settingRule } from '../../patterns/setting-rule.ts';

const NUMBER = /^\d{1,10}$/;

export const rule = defineRule({
  id: 'UIP-REL-008',
  version: 1,
  title: 'Extreme timeout',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'A timeout that is too short fails on a slow day; one that is too long holds a robot that waits for nothing.',
  fix: 'Take the timeout from the configuration, and choose one in a sane range.',
  compliance: ['AVAIL'],
  options: {
    minMs: { default: 1_000, unit: 'ms', about: 'Shortest timeout.', stricter: 'higher', isMeasured: true },
    maxMs: { default: 120_000, unit: 'ms', about: 'Longest timeout.', stricter: 'lower', isMeasured: true },
  },
  ...settingRule<{ readonly minMs: number; readonly maxMs: number }>({
    words: ['timeoutms'],
    named: /TimeoutMS$/,
    problem({ activity, text }, { minMs, maxMs }) {
      const timeoutMs = NUMBER.test(text) ? Number(text) : 0;
      // Zero is the way to look once without waiting.
      if (timeoutMs === 0 || (timeoutMs >= minMs && timeoutMs <= maxMs)) return undefined;
      const [how, option] = timeoutMs < minMs ? ['only', 'minMs'] : ['up to', 'maxMs'];
      return {
        message: `"${activity.name}" waits ${how} ${timeoutMs} ms; ${minMs} to ${maxMs} are usual.`,
        measure: { option: option!, value: timeoutMs },
      };
    },
  }),
  examples: {
    uipath: {
      bad: [
        '<ui:Click><ui:Click.Target><ui:Target TimeoutMS="100" /></ui:Click.Target></ui:Click>',
        '<ui:Click><ui:Click.Target><ui:Target TimeoutMS="[600000]" /></ui:Click.Target></ui:Click>',
      ],
      good: [
        '<ui:Click><ui:Click.Target><ui:Target TimeoutMS="30000" /></ui:Click.Target></ui:Click>',
        '<ui:Click><ui:Click.Target><ui:Target TimeoutMS="[in_Timeout]" /></ui:Click.Target></ui:Click>',
        '<ui:Click><ui:Click.Target><ui:Target TimeoutMS="0" /></ui:Click.Target></ui:Click>',
        '<ui:Click><ui:Click.Target><ui:Target TimeoutMS="{x:Null}" /></ui:Click.Target></ui:Click>',
      ],
    },
  },
});
