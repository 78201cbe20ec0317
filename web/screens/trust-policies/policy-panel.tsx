/** Panel of one trust policy: what it admits, its change and its end. */
import { useState } from 'preact/hooks';
import { deleteTrustPolicy, type TrustPolicy, updateTrustPolicy } from '../../api/calls/trust-policies.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { providerTitle } from './provider-words.ts';

interface PolicyPanelProps {
  readonly policy: TrustPolicy;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows a policy with its claims, and what can be done with it. */
export function PolicyPanel({ policy, onChanged, onClose }: PolicyPanelProps) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const params = { id: policy.id };
  const close = () => setOpen(null);
  const done = (text: string) => {
    close();
    showToast(text);
    return onChanged();
  };
  return (
    <SidePanel title={<bdi>{policy.name}</bdi>} label={`Trust policy ${policy.name}`} onClose={onClose}>
      <div class="stack stack--loose">
        <KeyValues
          entries={[
            ['CI system', providerTitle(policy.provider)],
            ['Issuer', <bdi key="issuer">{policy.issuer}</bdi>],
            ['Pins', <Claims key="pins" claims={policy.pins} />],
            [
              'Conditions',
              Object.keys(policy.conditions).length > 0 && (
                <Claims key="conditions" claims={policy.conditions} />
              ),
            ],
            ['Last used', <RelativeTime key="used" time={policy.lastUsedAt} />],
            ['Added', <RelativeTime key="added" time={policy.createdAt} />],
            ['Added by', policy.createdBy && <bdi>{policy.createdBy}</bdi>],
            ['Expires', policy.expiresAt && <RelativeTime time={policy.expiresAt} />],
          ]}
        />
        <div class="row">
          <Button onClick={() => setOpen('change')}>Change</Button>
          <Button kind="danger" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </div>
      </div>
      {open === 'change' && (
        <PolicyDialog
          policy={policy}
          send={async ({ name, pins, conditions }) => {
            await updateTrustPolicy.send({ params, body: { name, pins, conditions } });
            await done('The trust policy is changed.');
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={
            <>
              Delete <bdi>{policy.name}</bdi>?
            </>
          }
          verb="Delete trust policy"
          act={() => deleteTrustPolicy.send({ params })}
          onDone={() => void done('The trust policy is deleted.').then(onClose)}
          onClose={close}
        >
          <p>Jobs that rely on it are rejected within five seconds. Their results stay.</p>
        </ConfirmDialog>
      )}
    </SidePanel>
  );
}

function Claims({ claims }: { readonly claims: Readonly<Record<string, string>> }) {
  return (
    <ul class="plain-list mono">
      {Object.entries(claims).map(([name, value]) => (
        <li key={name}>
          <bdi>
            {name} = {value}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
