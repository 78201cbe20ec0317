/** Links of one state with the decisions that are open. */
import { loadAgain } from '../../api/answers.ts';
import { decideLink, type Link, listDrift, listLinks } from '../../api/calls/sources.ts';
import { useAction } from '../../api/use-action.ts';
import { useList } from '../../api/use-list.ts';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { announce } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import type { QueryValues } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';

type Decision = 'confirmed' | 'refused';

const verbOf = (decision: Decision) => (decision === 'confirmed' ? 'Confirm' : 'Reject');

interface LinkListProps {
  readonly title: string;
  readonly query: QueryValues;
  /** Decisions that a person can make. */
  readonly decisions: readonly Decision[];
  /** Absent: all are shown. */
  readonly isMeant?: (link: Link) => boolean;
}

/** Shows the links; nothing while there is none. */
export function LinkList({ title, query, decisions, isMeant = () => true }: LinkListProps) {
  const list = useList(listLinks, { query }, ({ nextCursor }) => nextCursor);
  const decide = useAction(async ([link, state]: [Link, Decision]) => {
    await decideLink.send({ params: { id: link.id }, body: { state } });
    announce(`${verbOf(state)}ed: ${nameOf(link)}`);
    await Promise.all([loadAgain(listLinks), loadAgain(listDrift)]);
  });
  const links = list.pages?.flatMap(({ items }) => items).filter(isMeant) ?? [];
  if (links.length === 0 && !list.hasMore && !list.error) return null;
  return (
    <section class="section stack">
      <h2>{title}</h2>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {links.map((link) => (
        <div class="row" key={link.id}>
          <bdi>{nameOf(link)}</bdi>
          <span class="soft">{link.because}</span>
          {hasScope(['sources:manage']) &&
            decisions.map((state) => (
              <Button
                small
                key={state}
                label={`${verbOf(state)} ${nameOf(link)}`}
                isBusy={decide.isBusy}
                onClick={() => void decide.run([link, state])}
              >
                {verbOf(state)}
              </Button>
            ))}
        </div>
      ))}
      <MoreButton
        shown={links.length}
        noun="links"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {decide.error && <ErrorState error={decide.error} />}
    </section>
  );
}

const nameOf = ({ artefact, prefix, repository, folder }: Link): string =>
  `${artefact ?? prefix} ↔ ${repository} ${folder}`;
