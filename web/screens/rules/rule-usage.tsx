/** Open findings of a rule in the files of the organisation. */

import { countFindings } from '../../api/calls/estate.ts';
import { useCall } from '../../api/use-call.ts';
import { counted } from '../../parts/data/words.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { href } from '../../routing/paths.ts';

/** Files that are named; the list of findings has all. */
const FILES_MAX = 5;

/** Shows how often the rule finds something, and the files that have most of it. */
export function RuleUsage({ ruleId }: { readonly ruleId: string }) {
  const { data, error, retry } = useCall(countFindings, { query: { ruleId, by: 'workflow' } });
  return (
    <section>
      <h2>Here</h2>
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={2} />}
      {data?.total === 0 && <p class="soft">Nothing is open of this rule.</p>}
      {data && data.total > 0 && (
        <>
          <p>
            <a href={href('/findings', null, { ruleId, open: ruleId })}>
              {counted(data.total, 'open finding')}
            </a>{' '}
            in {counted(data.workflows, 'file')}
          </p>
          <ul class="plain-list rule-usage">
            {data.groups.slice(0, FILES_MAX).map(({ key, name, count }) => (
              <li key={key}>
                <a href={href('/workflows/:key', { key })}>
                  <bdi>{name ?? key}</bdi>
                </a>
                <span class="count">{count.toLocaleString('en')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
