/** Filters and groups of the findings in the address. */
import { choiceParam, setParam, textParam } from '../../routing/url-state.ts';

/** Facts by which the list can be grouped → name for people, and the filter that selects one group. */
export const GROUPINGS = {
  rule: { label: 'Rule', filter: 'ruleId' },
  workflow: { label: 'File', filter: 'workflowId' },
  repository: { label: 'Repository', filter: 'repository' },
  owner: { label: 'Owner', filter: 'ownerTeamId' },
  severity: { label: 'Severity', filter: 'severity' },
  category: { label: 'Category', filter: 'category' },
  platform: { label: 'Platform', filter: 'platform' },
} as const;

export type Grouping = keyof typeof GROUPINGS;

/** Names of the groupings, in their order. */
export const GROUPING_NAMES = Object.keys(GROUPINGS) as readonly Grouping[];

/** Parameters of the address; the API names them the same. */
export const FINDING_PARAMS = {
  q: textParam(),
  status: choiceParam<string>(['', 'pending', 'waived', 'all'], ''),
  severity: textParam(),
  category: textParam(),
  platform: textParam(),
  ruleId: textParam(),
  workflowId: textParam(),
  repository: textParam(),
  ownerTeamId: textParam(),
  criticality: textParam(),
  dataClass: textParam(),
  since: textParam(),
  assigned: choiceParam<string>(['', 'mine', 'none', 'anyone'], ''),
} as const;

export type FindingParam = keyof typeof FINDING_PARAMS;

/** Grouping and open groups in the address. */
export const FINDING_VIEW = { by: choiceParam(GROUPING_NAMES, 'rule'), open: setParam() };
