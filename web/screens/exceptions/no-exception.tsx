/** Empty lists of exceptions. */
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { basePath } from '../../routing/paths.ts';
import type { ExceptionFilters, ExceptionList } from './exception-filters.ts';

/** List → its title when it is empty. */
const TITLES: Readonly<Record<ExceptionList, string>> = {
  pending: 'Nothing to decide',
  approved: 'No approved exception',
  ending: 'Nothing ends soon',
  rejected: 'No rejected exception',
  expired: 'No expired exception',
  revoked: 'No revoked exception',
  all: 'No exception yet',
};

interface NoExceptionProps {
  readonly filters: ExceptionFilters;
  readonly onChange: (changes: Partial<ExceptionFilters>) => void;
}

/** Says why the list is empty. */
export function NoException({ filters: { status, ruleId, fileName, mine }, onChange }: NoExceptionProps) {
  if (ruleId + fileName + mine !== '')
    return (
      <EmptyState
        icon="search"
        title="No exception matches"
        actions={
          <Button onClick={() => onChange({ ruleId: '', fileName: '', mine: '' })}>Clear filters</Button>
        }
      >
        The filters leave nothing of this list.
      </EmptyState>
    );
  const about =
    status === 'ending'
      ? 'No approved exception ends in the next 14 days.'
      : 'An exception is requested from a finding, and waits here for another person to decide.';
  return (
    <EmptyState
      icon="exceptions"
      title={TITLES[status]}
      actions={<LinkButton href={`${basePath()}/docs/exceptions`}>Read about exceptions</LinkButton>}
    >
      {about}
    </EmptyState>
  );
}
