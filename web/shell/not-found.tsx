/** Screen for addresses without one. */
import { EmptyState } from '../parts/feedback/empty-state.tsx';
import { LinkButton } from '../parts/form/button.tsx';
import { PageHeader } from '../parts/layout/page-header.tsx';
import { href } from '../routing/paths.ts';

/** Says that there is nothing, and leads back. */
export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon="search"
        title="No page has this address"
        actions={<LinkButton href={href('/', null)}>Go to the start</LinkButton>}
      >
        The link may be old, or a part of it is missing.
      </EmptyState>
    </>
  );
}
