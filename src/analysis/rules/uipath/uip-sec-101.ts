/** A guardrail of an agent that cannot take effect as it is set. */
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Built-in validators. Source: UiPath, "Guardrails" of Agent Builder. */
const VALIDATORS: ReadonlySet<string> = new Set([
  'pii_detection',
  'prompt_injection',
  'harmful_content',
  'intellectual_property',
  'user_prompt_attacks',
]);

/** Returns the kinds that a list or map of a guardrail has, by the end of its id: `Entities`, `EntityThresholds`. */
function kindsIn({ properties }: Activity, ending: RegExp): ReadonlyMap<string, (typeof properties)[number]> {
  const place = properties.find(
    ({ name, text }) => /^validatorParameters\.\d+\.id$/.test(name) && ending.test(text),
  );
  const prefix = place === undefined ? undefined : `${place.name.slice(0, -'id'.length)}value.`;
  const own = prefix === undefined ? [] : properties.filter(({ name }) => name.startsWith(prefix));
  return new Map(
    own.map((property) => {
      const key = property.name.slice(prefix!.length);
      return [/^\d+$/.test(key) ? property.text : key, property];
    }),
  );
}

export const rule = defineRule('UIP-SEC-101', {
  level: 'activity',
  languages: ['javascript'],
  *check(activity) {
    if (activity.slot !== 'Guardrails') return;
    const { name, properties } = activity;
    const validator = properties.find((property) => property.name === 'validatorType');
    const isBuiltIn = properties.some(({ text }) => text === 'builtInValidator');
    if (isBuiltIn && validator !== undefined && !VALIDATORS.has(validator.text)) {
      yield {
        at: validator,
        subject: 'validatorType',
        severity: 'high',
        message: `The guardrail "${name}" names the validator "${validator.text}", which does not exist: it checks nothing.`,
      };
      return;
    }
    const selected = kindsIn(activity, /Entities$/);
    for (const [kind, threshold] of kindsIn(activity, /Thresholds$/)) {
      if (selected.size === 0 || selected.has(kind)) continue;
      yield {
        at: threshold,
        subject: kind,
        message: `The guardrail "${name}" has a threshold for "${kind}", which it does not look for.`,
      };
    }
  },
});
