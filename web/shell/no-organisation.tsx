/** Screen of a person who is no member of any organisation. */
import { EmptyState } from '../parts/feedback/empty-state.tsx';
import { PageHeader } from '../parts/layout/page-header.tsx';

/** Says that there is nothing to show, and how that changes. */
export function NoOrganisation() {
  return (
    <>
      <PageHeader title="No organisation" />
      <EmptyState icon="team" title="You are no member of an organisation">
        An admin removed you, or has not added you yet. Once you open the link of an invitation, its
        organisation is here.
      </EmptyState>
    </>
  );
}
