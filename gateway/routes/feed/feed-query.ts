/** Filters of the feed in the query of its endpoints. */
import type { z } from 'zod';
import { CONTRACT_LIMITS } from '../../../src/contract/limits.ts';
import { VALIDATION_STATUSES } from '../../../src/contract/lists/validation-status.ts';
import type { FeedFilters } from '../../../src/gen/flowarden/v1/feed.ts';
import {
  booleanField,
  choiceField,
  dateOf,
  integerField,
  textField,
  timeField,
} from '../../endpoint/fields.ts';

const filter = (description: string) =>
  textField(CONTRACT_LIMITS.metadataTextCharactersMax, description).optional();
const truth = (description: string) => booleanField(description).optional();

export const FEED_QUERY = {
  q: textField(
    CONTRACT_LIMITS.filenameCharactersMax,
    "Only runs with this in the file's name; case does not matter.",
  ).optional(),
  filename: filter('Only files and archives of this name.'),
  repository: filter('Only this repository of the pipeline.'),
  branch: filter('Only this branch; `refs/heads/` before it does not matter.'),
  environment: filter('Only this environment.'),
  source: filter('Only this source.'),
  label: filter('Only this label.'),
  platform: filter('Only files of this platform.'),
  kind: choiceField(['file', 'project'], 'Only runs of this kind.').optional(),
  status: choiceField(VALIDATION_STATUSES, 'Only this status.').optional(),
  passed: truth('Only passed or only blocked ones.'),
  wouldBlock: truth('Only runs that the blocking mode would stop, or only others.'),
  regression: truth('Only runs that are worse than the one before, or only others.'),
  minScore: integerField(1, 100, 'Only scores of at least this.').optional(),
  maxScore: integerField(1, 100, 'Only scores of at most this.').optional(),
  latest: truth('`true`: only the newest run of each file or archive.'),
  queuedAfter: timeField('Only those that were submitted at or after this time.').optional(),
  queuedBefore: timeField('Only those that were submitted before this time.').optional(),
};

type FeedQuery = z.output<z.ZodObject<typeof FEED_QUERY>>;

/** Returns the filters as the core reads them. */
export function feedFilters(query: FeedQuery): FeedFilters {
  const { passed, wouldBlock, regression, latest, queuedAfter, queuedBefore, ...others } = query;
  return {
    ...others,
    passed: truthOf(passed),
    wouldBlock: truthOf(wouldBlock),
    regression: truthOf(regression),
    latest: latest === 'true',
    queuedAfter: dateOf(queuedAfter),
    queuedBefore: dateOf(queuedBefore),
  };
}

function truthOf(value: string | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'true';
}
