/** Screen of `/feed`: what was sent, newest first, by change or by file. */
import { listChanges } from '../../api/calls/changes.ts';
import { useCall } from '../../api/use-call.ts';
import { LinkButton } from '../../parts/form/button.tsx';
import { SavedViews } from '../../parts/form/saved-views.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href, type QueryValues } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { CheckLink } from '../check/check-link.tsx';
import { AttentionLine } from './attention-line.tsx';
import { CHANGE_PARAMS, FEED_VIEW, showsFiles } from './change-filters.ts';
import { FeedChanges } from './feed-changes.tsx';
import { FeedFiles } from './feed-files.tsx';
import { FEED_PARAMS } from './feed-filters.ts';

/** Shows what needs a person, and the list. */
export default function FeedScreen() {
  const [filters] = useUrlState(FEED_PARAMS);
  const [shared] = useUrlState(CHANGE_PARAMS);
  const [{ view }] = useUrlState(FEED_VIEW);
  const isByFile = showsFiles(view, filters);
  const isFiltered = Object.values(shared).some((value) => value !== '');
  // The same call as that of the list.
  const newest = useCall(listChanges, { query: {} }, { isEnabled: !isByFile && !isFiltered });
  const isFirstRun = !isByFile && !isFiltered && newest.data?.changes.length === 0;
  const chosen = Object.fromEntries(Object.entries(shared).filter(([, value]) => value !== ''));
  const tab = (label: string, query: QueryValues, isCurrent: boolean) => ({
    label,
    href: href('/feed', null, query),
    isCurrent,
  });
  return (
    <>
      <PageHeader
        title="Feed"
        subtitle="What your organisation sent, newest first. A push is one change."
        actions={
          !isFirstRun && (
            <>
              <CheckLink />
              <LinkButton href={href('/connect', null)}>Connect a pipeline</LinkButton>
            </>
          )
        }
      />
      {!isFirstRun && <AttentionLine />}
      <Tabs
        label="Feed"
        tabs={[
          tab('Changes', { ...chosen, view: null }, !isByFile),
          tab('Files', { ...chosen, view: 'files' }, isByFile),
        ]}
      />
      {!isFirstRun && <SavedViews screen="feed" />}
      {isByFile ? <FeedFiles /> : <FeedChanges />}
    </>
  );
}
