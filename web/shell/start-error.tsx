/** Page in place of the app when the service does not say who uses it. */
import { ErrorState } from '../parts/feedback/error-state.tsx';
import { PageHeader } from '../parts/layout/page-header.tsx';
import { PlainPage } from '../parts/layout/plain-page.tsx';

/** Shows the error, and loads the page again on request. */
export function StartError({ error }: { readonly error: Error }) {
  return (
    <PlainPage>
      <PageHeader title="The app cannot start" />
      <ErrorState error={error} onRetry={() => location.reload()} />
    </PlainPage>
  );
}
