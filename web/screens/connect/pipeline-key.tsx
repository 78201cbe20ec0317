/** Step in which a pipeline gets its API key. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { type ApiKeyWithSecret, createApiKey, listApiKeys } from '../../api/calls/api-keys.ts';
import { useAction } from '../../api/use-action.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { SecretDialog } from '../../parts/feedback/secret-dialog.tsx';
import { Button } from '../../parts/form/button.tsx';
import { hasScope } from '../../session/session.ts';
import { SCOPES_AT_FIRST } from '../api-keys/key-words.ts';

/** Life of the key: long enough to be forgotten, short enough to end. */
const KEY_DAYS = 365;
const DAY_MS = 86_400_000;

interface PipelineKeyProps {
  /** Name of the CI system. */
  readonly title: string;
  /** Place where the CI system stores the key. */
  readonly place: string;
}

/** Says where the key goes, and makes one where the person may. */
export function PipelineKey({ title, place }: PipelineKeyProps) {
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const { isBusy, error, run } = useAction(async () => {
    const expiresAt = new Date(Date.now() + KEY_DAYS * DAY_MS).toISOString();
    const key = await createApiKey.send({ body: { name: title, scopes: SCOPES_AT_FIRST, expiresAt } });
    await loadAgain(listApiKeys);
    setMade(key);
  });
  return (
    <>
      <p>{place}</p>
      {hasScope(['keys:manage']) ? (
        <div class="row">
          <Button kind="primary" icon="key" isBusy={isBusy} onClick={() => void run(undefined)}>
            Create API key
          </Button>
          <span class="soft">
            For <bdi>{title}</bdi>, one year, to send files and read their results. It is shown once.
          </span>
        </div>
      ) : (
        <p class="soft">
          Your role cannot create keys. An admin of the organisation can give you one with the scope{' '}
          <code>analysis:write</code>.
        </p>
      )}
      {error && <ErrorState error={error} />}
      {made && (
        <SecretDialog
          title={`API key ${made.apiKey.name}`}
          noun="API key"
          secret={made.secret}
          onClose={() => setMade(null)}
        >
          <p>{place}</p>
        </SecretDialog>
      )}
    </>
  );
}
