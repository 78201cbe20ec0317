/** Section about the checks of a run: the answer to a result without findings. */
import { getChecks } from '../../api/calls/results.ts';
import { useCall } from '../../api/use-call.ts';
import { counted, wordsOf } from '../../parts/data/words.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';

/** Metrics in their order. */
const METRICS = [
  ['workflows', 'Workflows'],
  ['activities', 'Steps'],
  ['variables', 'Variables'],
  ['arguments', 'Arguments'],
  ['expressions', 'Expressions'],
  ['calls', 'Calls of other workflows'],
  ['connections', 'Connections'],
] as const;

/** Says that nothing was found, and what was looked at. */
export function ChecksSection({ validationId }: { readonly validationId: string }) {
  const { data, error, retry } = useCall(getChecks, { params: { validationId } });
  return (
    <section class="section stack">
      <h2 class="clean-title">
        <Icon name="check" />
        Nothing was found
      </h2>
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <>
          <p class="prose">
            {data.rulesEvaluated === null
              ? 'This run is from before its rules were counted.'
              : `${data.rulesEvaluated} rules were checked. The list shows what they looked at.`}
          </p>
          <div class="run-columns">
            <KeyValues
              entries={METRICS.map(([name, label]) => [label, data.metrics[name]?.toLocaleString('en')])}
            />
            <KeyValues
              entries={data.rules.map(({ category, count }) => [wordsOf(category), counted(count, 'rule')])}
            />
          </div>
        </>
      )}
    </section>
  );
}
