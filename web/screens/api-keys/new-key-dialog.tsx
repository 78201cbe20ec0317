/** Dialog with a key that is shown this once. */
import type { ApiKeyWithSecret } from '../../api/calls/api-keys.ts';
import { SecretDialog } from '../../parts/feedback/secret-dialog.tsx';
import { CodeBlock } from '../../parts/layout/code-block.tsx';
import { curlLine } from './curl-line.ts';

interface NewKeyDialogProps {
  readonly made: ApiKeyWithSecret;
  readonly onClose: () => void;
}

/** Shows the key, and a command that uses it. */
export function NewKeyDialog({ made: { apiKey, secret }, onClose }: NewKeyDialogProps) {
  return (
    <SecretDialog title={`API key ${apiKey.name}`} noun="API key" secret={secret} onClose={onClose}>
      <p>Store it where your pipeline stores its secrets. Try it with:</p>
      <CodeBlock code={curlLine(secret, apiKey.scopes)} label="command" />
    </SecretDialog>
  );
}
