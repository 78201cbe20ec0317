/** Filters of the workflows in the address, and as the API takes them. */
import { type Filters, filterQuery } from '../../routing/filters.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { choiceParam, textParam } from '../../routing/url-state.ts';

/** Bands of scores → the bounds that the API takes. They are those of the colours of a score. */
const BANDS = {
  low: { maxScore: 49 },
  middling: { minScore: 50, maxScore: 79 },
  good: { minScore: 80 },
} as const;

/** Band → its name for people. */
export const BAND_LABELS: Readonly<Record<keyof typeof BANDS, string>> = {
  low: 'Below 50',
  middling: '50 to 79',
  good: '80 and more',
};

/** Parameters of the address. */
export const WORKFLOW_PARAMS = {
  q: textParam(),
  score: textParam(),
  wouldBlock: choiceParam<string>(['', 'true', 'false'], ''),
  platform: textParam(),
  repository: textParam(),
  ownerTeamId: textParam(),
  criticality: textParam(),
  dataClass: textParam(),
} as const;

export type WorkflowParam = keyof typeof WORKFLOW_PARAMS;

/** Order in the address. */
export const WORKFLOW_ORDER = { sort: choiceParam(['score', 'time'], 'score') };

/** Returns the filters as the query of a call. */
export function workflowQuery({ score, ...others }: Filters<WorkflowParam>): QueryValues {
  const band = Object.hasOwn(BANDS, score) ? BANDS[score as keyof typeof BANDS] : {};
  return { ...filterQuery(others), ...band };
}
