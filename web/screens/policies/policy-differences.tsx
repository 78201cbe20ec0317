/** Differences between the decisions of two versions of a pack. */
import { type EffectivePolicy, getEffectivePolicy } from '../../api/calls/policies.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { href } from '../../routing/paths.ts';
import { policyFacts } from './policy-facts.ts';

type Rule = EffectivePolicy['rules'][number];

interface PolicyDifferencesProps {
  readonly slug: string;
  readonly version: string;
  /** Version to compare with. */
  readonly against: string;
  readonly environment: string;
}

/** Something that two versions decide differently. */
interface Difference {
  /** Id of a rule; absent for what the pack decides as a whole. */
  readonly ruleId?: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

/** Loads both policies and lists what differs. */
export function PolicyDifferences({ slug, version, against, environment }: PolicyDifferencesProps) {
  const query = environment === '' ? {} : { environment };
  const after = useCall(getEffectivePolicy, { params: { slug, version }, query });
  const before = useCall(getEffectivePolicy, { params: { slug, version: against }, query });
  const error = after.error ?? before.error;
  const differences = after.data && before.data && differencesOf(before.data, after.data);
  return (
    <section class="section stack">
      <h2>Differences from {against}</h2>
      {error && <ErrorState error={error} onRetry={after.error ? after.retry : before.retry} />}
      {!differences && !error && <Skeleton lines={4} />}
      {differences?.length === 0 && <p class="soft">Both versions decide the same.</p>}
      {differences && differences.length > 0 && (
        <DataTable
          label="Differences"
          columns={columnsOf(against, version)}
          rows={differences}
          keyOf={({ ruleId, title }) => ruleId ?? title}
        />
      )}
    </section>
  );
}

function differencesOf(before: EffectivePolicy, after: EffectivePolicy): readonly Difference[] {
  const facts = policyFacts(after);
  const rules = new Map([...before.rules, ...after.rules].map(({ ruleId, title }) => [ruleId, title]));
  const earlier = new Map(before.rules.map((rule) => [rule.ruleId, decisionsOf(rule)]));
  const later = new Map(after.rules.map((rule) => [rule.ruleId, decisionsOf(rule)]));
  const all: readonly Difference[] = [
    ...policyFacts(before).map(([title, value], index) => ({
      title,
      before: String(value ?? ''),
      after: String(facts[index]![1] ?? ''),
    })),
    ...[...rules].sort().map(([ruleId, title]) => {
      const [old, now] = [earlier.get(ruleId) ?? ['off'], later.get(ruleId) ?? ['off']];
      return { ruleId, title, before: textOnlyIn(old, now), after: textOnlyIn(now, old) };
    }),
  ];
  return all.filter((one) => one.before !== one.after);
}

/** Returns severity, options and overrides of a rule that is on. */
function decisionsOf({ severity, decisions }: Rule): readonly string[] {
  const others = decisions.filter(({ about }) => about !== 'on' && about !== 'severity');
  return [severity, ...others.map(({ about, value }) => `${about.replace('params.', '')} ${value}`)];
}

function textOnlyIn(decisions: readonly string[], others: readonly string[]): string {
  return decisions.filter((one) => !others.includes(one)).join(', ');
}

function columnsOf(before: string, after: string): readonly Column<Difference>[] {
  return [
    {
      key: 'what',
      label: 'What differs',
      cell: ({ ruleId, title }) =>
        ruleId ? (
          <>
            <a href={href('/rules/:id', { id: ruleId })}>{title}</a>
            <span class="cell-note mono">{ruleId}</span>
          </>
        ) : (
          title
        ),
    },
    { key: 'before', label: before, cell: (one) => one.before || <span class="soft">none</span> },
    { key: 'after', label: after, cell: (one) => one.after || <span class="soft">none</span> },
  ];
}
