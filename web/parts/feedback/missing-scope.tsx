/** Screen that the role does not allow. */
import type { Scope } from '../../../src/service/access/scopes.ts';
import { PageHeader } from '../layout/page-header.tsx';
import { EmptyState } from './empty-state.tsx';

/** Says which scope is missing. With any one of several the screen would open. */
export function MissingScope({ scopes }: { readonly scopes: readonly Scope[] }) {
  const names = scopes.map((scope) => `\`${scope}\``).join(' or ');
  return (
    <>
      <PageHeader title="Not allowed" />
      <EmptyState icon="lock" title={`Your role has no scope ${names.replaceAll('`', '')}`}>
        An admin of the organisation can give you a role that has it, under Members.
      </EmptyState>
    </>
  );
}
