/** Screen of `/policies`: where policy packs hold, and which are published. */
import { useState } from 'preact/hooks';
import { type Assignment, listAssignments, listPacks, type PackVersion } from '../../api/calls/policies.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { basePath, href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CHOICE_LABELS } from './policy-words.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { SigningKeys } from './signing-keys.tsx';

/** Lists assignments, the newest version of each pack, and the keys that may sign packs. */
export default function PoliciesScreen() {
  const { data, error, retry } = useCall(listPacks, {});
  const assignments = useCall(listAssignments, {});
  const [isAssigning, setAssigning] = useState(false);
  const [isPublishing, setPublishing] = useState(false);
  const packs = data && newestOf(data.versions);
  const canAssign = hasScope(['policies:assign']);
  return (
    <>
      <PageHeader
        title="Policies"
        subtitle="A policy pack decides which rules run, how severe they are and what blocks a pipeline."
        actions={
          packs && (
            <>
              {hasScope(['policies:write']) && (
                <Button onClick={() => setPublishing(true)}>Publish pack</Button>
              )}
              {packs.length > 0 && canAssign && (
                <Button kind="primary" onClick={() => setAssigning(true)}>
                  Assign pack
                </Button>
              )}
            </>
          )
        }
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={6} />}
      {packs?.length === 0 && (
        <EmptyState
          icon="policies"
          title="No pack is published"
          actions={
            <LinkButton kind="primary" href={`${basePath()}/docs/policy-packs`}>
              Make a first pack
            </LinkButton>
          }
        >
          Until then the rulesets and modes of the settings hold. A first pack takes ten minutes.
        </EmptyState>
      )}
      {packs && packs.length > 0 && (
        <>
          <section class="stack">
            <h2>In force</h2>
            {assignments.error && <ErrorState error={assignments.error} onRetry={assignments.retry} />}
            {assignments.data?.assignments.length === 0 && (
              <p class="soft">No pack is assigned, so the rulesets and modes of the settings hold.</p>
            )}
            {assignments.data && assignments.data.assignments.length > 0 && (
              <DataTable
                label="Assignments"
                columns={ASSIGNMENT_COLUMNS}
                rows={assignments.data.assignments}
                keyOf={({ environment }) => environment ?? ''}
              />
            )}
          </section>
          <section class="section stack">
            <h2>Packs</h2>
            <DataTable label="Packs" columns={PACK_COLUMNS} rows={packs} keyOf={({ slug }) => slug} />
          </section>
        </>
      )}
      {hasScope(['policies:read', 'policies:assign']) && <SigningKeys canChange={canAssign} />}
      {isPublishing && <PublishDialog onClose={() => setPublishing(false)} />}
      {isAssigning && packs && <AssignDialog versions={data!.versions} onClose={() => setAssigning(false)} />}
    </>
  );
}

/** Returns the first version of each pack: the API sorts by revision. */
function newestOf(versions: readonly PackVersion[]): readonly PackVersion[] {
  const seen = new Set<string>();
  return versions.filter(({ slug }) => !seen.has(slug) && seen.add(slug));
}

const ASSIGNMENT_COLUMNS: readonly Column<Assignment>[] = [
  {
    key: 'environment',
    label: 'Environment',
    cell: ({ environment }) => environment ?? <span class="soft">all others</span>,
  },
  {
    key: 'pack',
    label: 'Pack',
    cell: ({ policyPack }) =>
      policyPack === null ? (
        <span class="soft">none</span>
      ) : (
        <a href={href('/policies/:slug', { slug: policyPack.split('@')[0]! })}>{policyPack}</a>
      ),
  },
  {
    key: 'choice',
    label: 'A run may choose',
    isExtra: true,
    cell: ({ choice }) =>
      choice === null ? <span class="soft">as the pack says</span> : CHOICE_LABELS[choice],
  },
  {
    key: 'when',
    label: 'Since',
    isExtra: true,
    cell: ({ assignedAt, assignedBy }) => (
      <>
        <RelativeTime time={assignedAt} />
        {assignedBy && <span class="cell-note">{assignedBy}</span>}
      </>
    ),
  },
];

const PACK_COLUMNS: readonly Column<PackVersion>[] = [
  {
    key: 'pack',
    label: 'Pack',
    cell: ({ slug }) => (
      <a class="row-link" href={href('/policies/:slug', { slug })}>
        {slug}
      </a>
    ),
  },
  { key: 'version', label: 'Newest version', cell: ({ version }) => version },
  { key: 'revision', label: 'Revision', isNumber: true, isExtra: true, cell: ({ revision }) => revision },
  {
    key: 'published',
    label: 'Published',
    cell: ({ publishedAt, publishedBy }) => (
      <>
        <RelativeTime time={publishedAt} />
        {publishedBy && <span class="cell-note">{publishedBy}</span>}
      </>
    ),
  },
];
