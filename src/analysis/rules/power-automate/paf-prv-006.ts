/** A connector of a service for private persons in a flow of the organisation. */

import { namedBy, plainConnector, usedConnectors } from '../../patterns/power-automate/used-connectors.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-PRV-006', {
  inventory: {
    kind: 'connector',
    reported: (names, { connectors }) => namedBy(names, connectors),
    each: 'name',
    subjectOf: plainConnector,
  },
  level: 'workflow',
  *check(workflow, { options }) {
    for (const { name, at } of usedConnectors(workflow)) {
      if (namedBy([name], options.connectors).length === 0) continue;
      yield { at, subject: name, message: `"${at.name}" uses "${name}", a connector for private accounts.` };
    }
  },
});
