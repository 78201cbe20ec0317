/** Screen of `/rules/{id}`: one rule, why it matters and how to fix it. */
import { useRoute } from 'preact-iso/router';
import { ApiError } from '../../api/api-error.ts';
import { getRule, type RuleDetails } from '../../api/calls/rules.ts';
import { useCall } from '../../api/use-call.ts';
import { Prose } from '../../parts/data/prose.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { RuleSteps } from '../../parts/layout/rule-steps.tsx';
import { href } from '../../routing/paths.ts';
import { RuleExamples } from './rule-examples.tsx';
import { RuleFacts } from './rule-facts.tsx';
import { RuleOptions } from './rule-options.tsx';

/** Shows a rule. */
export default function RuleScreen() {
  const id = useRoute().params.id ?? '';
  const { data: rule, error, retry } = useCall(getRule, { params: { ruleId: id } });
  const isCurrent = rule?.ruleId === id;
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageHeader
        back={{ href: href('/rules', null), label: 'Rules' }}
        title={isCurrent ? rule.title : id}
        documentTitle={isCurrent ? `${rule.ruleId}: ${rule.title}` : id}
        subtitle={isCurrent && <span class="mono">{rule.ruleId}</span>}
        actions={isCurrent && <LinkButton href={rule.docsUrl}>Public page</LinkButton>}
      />
      {isMissing && (
        <EmptyState icon="rules" title="No rule has this id">
          An id is never used again, so it may be misspelt.
        </EmptyState>
      )}
      {error && !isMissing && <ErrorState error={error} onRetry={retry} />}
      {isCurrent ? <Rule rule={rule} /> : !error && <Skeleton lines={8} />}
    </>
  );
}

function Rule({ rule }: { readonly rule: RuleDetails }) {
  const titleOf = usePlatformTitles();
  return (
    <div class="rule">
      <div class="rule-text">
        <section>
          <h2>Why it matters</h2>
          <p>
            <Prose text={rule.why} />
          </p>
        </section>
        <section>
          <h2>How to fix it</h2>
          <p>
            <Prose text={rule.fix} />
          </p>
          <RuleSteps designers={rule.designers} />
        </section>
        <RuleOptions options={rule.optionDetails} />
        <RuleExamples examples={rule.examples} titleOf={titleOf} />
      </div>
      <RuleFacts rule={rule} titleOf={titleOf} />
    </div>
  );
}
