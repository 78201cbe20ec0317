/** Panel with one entry of the audit log: who did what, and what was before and after. */
import type { AuditEntry } from '../../api/calls/audit.ts';
import { CopyButton } from '../../parts/form/copy-button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { actionLabel, actorLabel, fieldLabel, targetLabel } from './audit-words.ts';
import { ChangeTable, valueText } from './change-table.tsx';

const EXACT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

interface AuditEntryPanelProps {
  readonly entry: AuditEntry;
  readonly addressOfActor: string;
  readonly addressOfTarget: string;
  readonly onClose: () => void;
}

/** Shows an entry. */
export function AuditEntryPanel({ entry, addressOfActor, addressOfTarget, onClose }: AuditEntryPanelProps) {
  const { action, actorKind, actorName, actorId, actorEmail } = entry;
  const { targetKind, targetName, targetId, changes, details } = entry;
  const changed = new Set(changes.map(({ field }) => field));
  const further = Object.entries(details).filter(([name]) => !changed.has(name));
  return (
    <SidePanel title={actionLabel(action)} label={`Entry ${entry.sequence}`} onClose={onClose}>
      <div class="stack stack--loose">
        <KeyValues
          entries={[
            [
              'Target',
              <>
                <bdi>{targetName || targetId}</bdi>
                <span class="cell-note">
                  {targetLabel(targetKind)} · <span class="mono">{targetId}</span>
                </span>
                <a href={addressOfTarget}>Everything about it</a>
              </>,
            ],
            [
              'Actor',
              <>
                <bdi>{actorName || actorId}</bdi>
                <span class="cell-note">
                  {actorEmail ? <bdi>{actorEmail}</bdi> : actorLabel(actorKind)} ·{' '}
                  <span class="mono">{actorId}</span>
                </span>
                <a href={addressOfActor}>Everything by this actor</a>
              </>,
            ],
            ['When', <time dateTime={entry.occurredAt}>{EXACT.format(new Date(entry.occurredAt))}</time>],
          ]}
        />
        {changes.length > 0 && (
          <section>
            <h3>What changed</h3>
            <ChangeTable changes={changes} />
          </section>
        )}
        {further.length > 0 && (
          <section>
            <h3>Details</h3>
            <KeyValues entries={further.map(([name, value]) => [fieldLabel(name), valueText(value)])} />
          </section>
        )}
        <section>
          <h3>Evidence</h3>
          <KeyValues
            entries={[
              ['Entry', entry.sequence.toLocaleString('en')],
              ['Action', <code>{action}</code>],
              ['Request', entry.requestId && <code>{entry.requestId}</code>],
              [
                'Hash',
                <div class="hash">
                  <code>{entry.hash}</code>
                  <CopyButton text={entry.hash} label="Copy hash" />
                </div>,
              ],
            ]}
          />
        </section>
      </div>
    </SidePanel>
  );
}
