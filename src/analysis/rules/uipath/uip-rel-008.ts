/** Timeouts that are far too short or far too long. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';

/** Settings in milliseconds; other timeouts have other units. */
const IN_MILLISECONDS = /TimeoutMS$/;
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
  level: 'activity',
  words: ['timeoutms'],
  *check(activity, { options }) {
    for (const property of activity.properties) {
      if (!IN_MILLISECONDS.test(property.name)) continue;
      const text = literalOf(property)?.trim() ?? property.text.trim();
      if (!NUMBER.test(text)) continue;
      const timeoutMs = Number(text);
      // Zero is the way to look once without waiting.
      if (timeoutMs === 0 || (timeoutMs >= options.minMs && timeoutMs <= options.maxMs)) continue;
      const how = timeoutMs < options.minMs ? 'only' : 'up to';
      yield {
        at: property,
        subject: property.name,
        measure: { option: timeoutMs < options.minMs ? 'minMs' : 'maxMs', value: timeoutMs },
        message: `"${activity.name}" waits ${how} ${timeoutMs} ms; ${options.minMs} to ${options.maxMs} are usual.`,
      };
    }
  },
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
