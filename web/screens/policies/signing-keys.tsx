/** Keys that may sign policy packs. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import {
  createPolicyKey,
  deletePolicyKey,
  listPolicyKeys,
  type PolicyKey,
} from '../../api/calls/policies.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';

/** Lists the keys; those who assign packs add and remove them. */
export function SigningKeys({ canChange }: { readonly canChange: boolean }) {
  const { data, error, retry } = useCall(listPolicyKeys, {});
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<PolicyKey | null>(null);
  const columns = canChange ? [...COLUMNS, actionColumn(setLeaving)] : COLUMNS;
  return (
    <section class="section stack">
      <h2>Signing keys</h2>
      {error && <ErrorState error={error} onRetry={retry} />}
      {data?.keys.length === 0 && (
        <p class="soft">
          No key is trusted, so packs need no signature. From the first key on, each pack does.
        </p>
      )}
      {data && data.keys.length > 0 && (
        <DataTable label="Signing keys" columns={columns} rows={data.keys} keyOf={({ id }) => id} />
      )}
      {canChange && data && (
        <div>
          <Button onClick={() => setAdding(true)}>Trust key</Button>
        </div>
      )}
      {isAdding && <KeyDialog onClose={() => setAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          title="End the trust in this key?"
          verb="End trust"
          act={() => deletePolicyKey.send({ params: { id: leaving.id } })}
          onDone={() => {
            setLeaving(null);
            showToast('The key is no longer trusted.');
            void loadAgain(listPolicyKeys);
          }}
          onClose={() => setLeaving(null)}
        >
          <p>
            Packs that <code>{leaving.id}</code> has signed can no longer be published. While a pack in force
            needs the key, it stays.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

/** Takes a public key, the packs that it may sign, and its last day. */
function KeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [publicKey, setPublicKey] = useState('');
  const [packs, setPacks] = useState('*');
  const [day, setDay] = useState('');
  const { isBusy, error, run } = useAction(async () => {
    const notAfter = day === '' ? null : `${day}T23:59:59Z`;
    await createPolicyKey.send({ body: { publicKey, packs: packs.trim().split(/[\s,]+/), notAfter } });
    await loadAgain(listPolicyKeys);
    showToast('The key is trusted. From now on each pack must be signed.');
    onClose();
  });
  return (
    <Dialog
      title="Trust key"
      onClose={onClose}
      onSubmit={() => void run(undefined)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Trust key
          </Button>
        </>
      }
    >
      <TextField
        label="Public key"
        required
        rows={4}
        value={publicKey}
        hint="Ed25519, as PEM: the publicKey of trust.json that “flowarden policy sign” writes."
        onInput={setPublicKey}
      />
      <TextField
        label="Packs"
        required
        value={packs}
        hint="Names of the packs that it may sign, such as finance-*."
        onInput={setPacks}
      />
      <TextField label="Last day" type="date" value={day} hint="Optional." onInput={setDay} />
      {error && <ErrorState error={error} />}
    </Dialog>
  );
}

const COLUMNS: readonly Column<PolicyKey>[] = [
  {
    key: 'packs',
    label: 'Packs',
    cell: ({ id, packs }) => (
      <>
        {packs.join(', ')}
        <span class="cell-note mono">{id}</span>
      </>
    ),
  },
  { key: 'end', label: 'Expires', cell: ({ notAfter }) => notAfter?.slice(0, 10) ?? 'never' },
  {
    key: 'created',
    label: 'Added',
    isExtra: true,
    cell: ({ createdAt, createdBy }) => (
      <>
        <RelativeTime time={createdAt} />
        {createdBy && <span class="cell-note">{createdBy}</span>}
      </>
    ),
  },
];

function actionColumn(onEnd: (key: PolicyKey) => void): Column<PolicyKey> {
  return {
    key: 'act',
    label: 'Action',
    cell: (key) => <Button onClick={() => onEnd(key)}>End trust</Button>,
  };
}
