/** Address of a result: how a program reads it. */
import { useRoute } from 'preact-iso/router';
import { CodeBlock } from '../../parts/layout/code-block.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { basePath } from '../../routing/paths.ts';

interface ReportAddressProps {
  readonly title: string;
  /** Folder of the endpoint that answers with the result. */
  readonly endpoint: string;
}

/** Shows the command that reads the result. Only members of its organisation can run it. */
export function ReportAddress({ title, endpoint }: ReportAddressProps) {
  const { params } = useRoute();
  const address = `${location.origin}${basePath()}${endpoint}/${encodeURIComponent(params.id ?? '')}`;
  const command = `curl -sS '${address}' \\
  -H "Authorization: ApiKey $FLOWARDEN_API_KEY" -H "X-Org-Id: $FLOWARDEN_ORG_ID"`;
  return (
    <>
      <PageHeader title={title} />
      <div class="prose">
        <p>
          Only members of its organisation may read it. With a key or token of the scope{' '}
          <code>analysis:read</code>, or with the key that made it:
        </p>
        <CodeBlock code={command} label="command" />
        <p>
          The <a href={`${basePath()}/docs/api`}>API reference</a> explains the answer.
        </p>
      </div>
    </>
  );
}
