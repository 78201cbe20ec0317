/** Panel of one key: facts, rotation and revocation. */
import { useState } from 'preact/hooks';
import { type ApiKey, type ApiKeyWithSecret, revokeApiKey, rotateApiKey } from '../../api/calls/api-keys.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { KeyBadge } from './key-badge.tsx';
import { spellingWord } from './key-words.ts';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

interface KeyPanelProps {
  readonly apiKey: ApiKey;
  /** For whom it works. */
  readonly holder: string;
  readonly onRotated: (made: ApiKeyWithSecret) => Promise<void>;
  readonly onRevoked: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows a key, and what can be done with it while it works. */
export function KeyPanel({ apiKey, holder, onRotated, onRevoked, onClose }: KeyPanelProps) {
  const [open, setOpen] = useState<'rotate' | 'revoke' | null>(null);
  const params = { id: apiKey.id };
  const close = () => setOpen(null);
  const time = (value: string | null) => value && <RelativeTime time={value} />;
  return (
    <SidePanel title={<bdi>{apiKey.name}</bdi>} label={`API key ${apiKey.name}`} onClose={onClose}>
      <div class="stack stack--loose">
        <KeyValues
          entries={[
            ['State', <KeyBadge key="state" status={apiKey.status} />],
            [
              'Key',
              <span key="key" class="mono">
                {apiKey.preview}
              </span>,
            ],
            ['Works for', <bdi key="holder">{holder}</bdi>],
            [
              'Scopes',
              <ul key="scopes" class="plain-list mono">
                {apiKey.scopes.map((scope) => (
                  <li key={scope}>{scope}</li>
                ))}
              </ul>,
            ],
            ['Spelling of answers', spellingWord(apiKey.wireCase)],
            ['Last used', <RelativeTime key="used" time={apiKey.lastUsedAt} />],
            ['Created', time(apiKey.createdAt)],
            ['Created by', apiKey.createdBy && <bdi>{apiKey.createdBy}</bdi>],
            [apiKey.status === 'expired' ? 'Expired' : 'Expires', time(apiKey.expiresAt)],
            ['Rotated', time(apiKey.rotatedAt)],
            ['Old secret ends', apiKey.status === 'active' ? time(apiKey.previousSecretExpiresAt) : null],
            ['Revoked', time(apiKey.revokedAt)],
          ]}
        />
        {apiKey.status === 'active' && (
          <div class="row">
            <Button onClick={() => setOpen('rotate')}>Rotate</Button>
            <Button kind="danger" onClick={() => setOpen('revoke')}>
              Revoke
            </Button>
          </div>
        )}
      </div>
      {open === 'rotate' && (
        <RotateKeyDialog
          send={async (overlapSeconds) => {
            const made = await rotateApiKey.send({ params, body: { overlapSeconds } });
            close();
            await onRotated(made);
          }}
          onClose={close}
        />
      )}
      {open === 'revoke' && (
        <ConfirmDialog
          title={
            <>
              Revoke <bdi>{apiKey.name}</bdi>?
            </>
          }
          verb="Revoke API key"
          act={() => revokeApiKey.send({ params })}
          onDone={() => {
            close();
            showToast('The API key is revoked.');
            void onRevoked();
          }}
          onClose={close}
        >
          <p>Every program that uses it is rejected within five seconds. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </SidePanel>
  );
}
