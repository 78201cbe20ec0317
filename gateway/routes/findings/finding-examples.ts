/** Examples of findings. */
import { blockedExample } from '../validations/validate-examples.ts';

const [finding] = blockedExample.findings;

const listedFinding = {
  ...finding!,
  confidence: 'high',
  subject: 'Catch',
  column: 7,
  editorLine: null,
  change: 'new',
  placeCount: 1,
  blocks: true,
  wouldBlock: true,
};

export const findingsExample = {
  findings: [listedFinding],
  nextCursor: null,
  total: 1,
  listed: 12,
  facets: [
    { name: 'ruleId', values: [{ value: 'UIP-REL-001', count: 1, label: 'Empty catch' }], othersCount: 0 },
  ],
};
