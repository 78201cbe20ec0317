/** State of the chain of hashes that protects the audit log. */
import { verifyWholeAuditLog } from '../../api/calls/audit.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { CopyButton } from '../../parts/form/copy-button.tsx';
import { Icon } from '../../parts/icons/icon.tsx';

/** Says up to which entry the log is as it was written. */
export function ChainState() {
  const { data, error, retry } = useCall(verifyWholeAuditLog, {});
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (data === undefined)
    return (
      <p class="chain soft" role="status">
        Verifying the chain of entries…
      </p>
    );
  const upTo = data.verifiedUpTo.toLocaleString('en');
  if (data.problem !== null)
    return (
      <div class="notice notice--bad section-notice" role="alert">
        <Icon name="warning" />
        <div class="notice-body">
          <p>
            <strong>The log is not as it was written: {data.problem}.</strong>
          </p>
          <p>The chain is verified up to entry {upTo} only. Keep a copy of the database, and find out why.</p>
        </div>
      </div>
    );
  if (data.entries === 0) return null;
  return (
    <p class="chain soft" role="status">
      <Icon name="check" />
      <span>Chain verified up to entry {upTo}</span>
      <CopyButton text={data.hash} label="Copy its hash">
        Copy its hash
      </CopyButton>
    </p>
  );
}
