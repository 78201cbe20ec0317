/** A flow uses a connector that the organisation blocks. */

import { namedBy, plainConnector, usedConnectors } from '../../patterns/power-automate/used-connectors.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-016', {
  inventory: {
    kind: 'connector',
    each: 'name',
    subjectOf: plainConnector,
    reported: (connectors, { blocked }) => namedBy(connectors, blocked),
  },
  level: 'workflow',
  *check(workflow, { options }) {
    for (const { name, at } of usedConnectors(workflow)) {
      if (namedBy([name], options.blocked).length === 0) continue;
      yield { at, subject: name, message: `The flow uses the connector "${name}", which is blocked.` };
    }
  },
});
