/** A flow uses connectors of both groups of the data policy. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import {
  namedBy,
  plainConnector,
  type UsedConnector,
  usedConnectors,
} from '../../patterns/power-automate/used-connectors.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the first connector that a list names. */
function firstOf(used: readonly UsedConnector[], list: readonly string[]): UsedConnector | undefined {
  const patterns = list.map(plainConnector);
  return used.find(({ name }) => patterns.some((pattern) => matchesWildcard(name, pattern)));
}

export const rule = defineRule('PAF-SEC-017', {
  inventory: {
    kind: 'connector',
    reported(connectors, { business, nonBusiness }) {
      return namedBy(connectors, business).length === 0 ? [] : namedBy(connectors, nonBusiness);
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const used = usedConnectors(workflow);
    const business = firstOf(used, options.business);
    const other = firstOf(used, options.nonBusiness);
    if (business === undefined || other === undefined || business === other) return;
    yield {
      at: other.at,
      subject: other.name,
      message: `The flow uses "${business.name}" for business data and "${other.name}" for other data.`,
    };
  },
});
