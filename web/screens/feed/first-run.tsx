/** Says how the first run comes to the feed. */
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { LinkButton } from '../../parts/form/button.tsx';
import { basePath, href } from '../../routing/paths.ts';
import { CheckLink } from '../check/check-link.tsx';

/** Shows the ways to a first run. */
export function FirstRun() {
  return (
    <EmptyState
      icon="feed"
      title="No run yet"
      actions={
        <>
          <LinkButton kind="primary" href={href('/connect', null)}>
            Connect a pipeline
          </LinkButton>
          <CheckLink />
          <LinkButton href={`${basePath()}/docs/tutorial`}>Read the tutorial</LinkButton>
        </>
      }
    >
      Check files here in the app, or send a workflow with the command, with curl or from a pipeline: its
      result appears here.
    </EmptyState>
  );
}
