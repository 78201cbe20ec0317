/** A custom connector that takes a key or token with each call in place of its connection. */
import type { Activity, Property } from '../../model/workflow.ts';
import { credentialParameters } from '../../patterns/power-automate/connectors/connector-secrets.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-113', {
  level: 'workflow',
  languages: ['power-fx'],
  types: ['Operation'],
  *check({ activities, name }) {
    const hasOwn = activities[0]?.properties.some((setting) =>
      setting.name.startsWith('securityDefinitions.'),
    );
    const found = activities.flatMap((step): readonly (readonly [Activity, Property])[] =>
      step.type === 'Operation' ? [...credentialParameters(step)].map((at) => [step, at] as const) : [],
    );
    // Beside an authentication of its own, the header is meant for another service.
    for (const [header, places] of Map.groupBy(found, ([, { text }]) => text)) {
      if (hasOwn === true && /^authorization$/i.test(header)) continue;
      const [step, at] = places[0]!;
      const more = places.length > 1 ? ` and ${places.length - 1} more` : '';
      const message = `The connector "${name}" takes "${header}" as a parameter of "${step.name}"${more}.`;
      yield { at, subject: header, message };
    }
  },
});
