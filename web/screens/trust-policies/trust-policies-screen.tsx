/** Screen of `/team/trust-policies`: CI jobs that send files without a key. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { createTrustPolicy, listTrustPolicies, type TrustPolicy } from '../../api/calls/trust-policies.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { basePath, href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';
import { PolicyDialog } from './policy-dialog.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { providerTitle } from './provider-words.ts';

const PANEL = { policy: textParam() };

/** Lists the policies, and adds new ones. */
export default function TrustPoliciesScreen() {
  const [{ policy: openId }, open] = useUrlState(PANEL);
  const [isCreating, setCreating] = useState(false);
  const { data, error, retry, isBusy } = useCall(listTrustPolicies, {});
  const policies = data?.policies;
  const current = policies?.find(({ id }) => id === openId);
  const reload = () => loadAgain(listTrustPolicies);
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      Trust jobs
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Trust policies"
        subtitle="Jobs of your CI system that send files without an API key."
        actions={create}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {policies === undefined && !error && <Skeleton lines={6} />}
      {policies?.length === 0 && (
        <EmptyState
          icon="key"
          title="No trust policy yet"
          actions={<LinkButton href={`${basePath()}/docs/keyless`}>Read how it works</LinkButton>}
        >
          A CI system signs a token for each job. Trust its repository, and there is no key to lose.
        </EmptyState>
      )}
      {policies && policies.length > 0 && (
        <DataTable
          label="Trust policies"
          columns={COLUMNS}
          rows={policies}
          keyOf={({ id }) => id}
          isBusy={isBusy}
        />
      )}
      {current && (
        <PolicyPanel
          key={current.id}
          policy={current}
          onChanged={reload}
          onClose={() => open({ policy: '' })}
        />
      )}
      {isCreating && (
        <PolicyDialog
          policy={null}
          send={async (body) => {
            await createTrustPolicy.send({ body });
            setCreating(false);
            showToast('The trust policy is added.');
            await reload();
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<TrustPolicy>[] = [
  {
    key: 'name',
    label: 'Trust policy',
    cell: ({ id, name, provider }) => (
      <>
        <a class="row-link" href={href('/team/trust-policies', null, { policy: id })}>
          <bdi>{name}</bdi>
        </a>
        <span class="cell-note">{providerTitle(provider)}</span>
      </>
    ),
  },
  {
    key: 'conditions',
    label: 'Conditions',
    isExtra: true,
    cell: ({ conditions }) =>
      Object.entries(conditions).map(([name, value]) => (
        <span key={name} class="cell-note mono">
          <bdi>
            {name} = {value}
          </bdi>
        </span>
      )),
  },
  { key: 'used', label: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime time={lastUsedAt} /> },
  {
    key: 'creator',
    label: 'Added by',
    isExtra: true,
    cell: ({ createdBy }) => <bdi>{createdBy}</bdi>,
  },
];
