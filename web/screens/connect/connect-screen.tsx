/** Screen of `/connect`: from nothing to the first run of a pipeline. */
import { CodeBlock } from '../../parts/layout/code-block.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { basePath, href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { hasScope, organisationId } from '../../session/session.ts';
import { CheckLink } from '../check/check-link.tsx';
import { ArrivingRun } from './arriving-run.tsx';
import { PipelineKey } from './pipeline-key.tsx';
import { SUBMIT_PIPELINES } from './submit-pipelines.ts';

type System = keyof typeof SUBMIT_PIPELINES;
const SYSTEMS = Object.keys(SUBMIT_PIPELINES) as readonly System[];
const PARAMS = { system: choiceParam<System>(SYSTEMS, 'github') };

/** Shows the steps for one CI system, and waits for a run. */
export default function ConnectScreen() {
  const [{ system }] = useUrlState(PARAMS);
  const { title, path, secret, needs, text } = SUBMIT_PIPELINES[system];
  const docs = `${basePath()}/docs`;
  return (
    <>
      <PageHeader
        title="Connect a pipeline"
        subtitle="Each push then sends its workflows here, and its run appears in the feed."
        actions={<CheckLink />}
      />
      <Tabs
        label="CI systems"
        tabs={SYSTEMS.map((name) => ({
          label: SUBMIT_PIPELINES[name].title,
          href: href('/connect', null, name === 'github' ? {} : { system: name }),
          isCurrent: name === system,
        }))}
      />
      <ol class="steps">
        <li>
          <h2>Store an API key</h2>
          <PipelineKey title={title} place={secret} />
        </li>
        <li>
          <h2>{path === null ? 'Send a file' : 'Add the pipeline'}</h2>
          {needs !== null && <p>{needs}</p>}
          {path !== null && (
            <p>
              Write this to <code>{path}</code>:
            </p>
          )}
          <CodeBlock code={filled(text)} label={path === null ? 'command' : 'pipeline'} />
          <p class="soft">
            {path === null ? (
              <a href={`${docs}/api`}>All fields of the form</a>
            ) : (
              <>
                <a href={`${docs}/ci`}>More about pipelines</a> ·{' '}
                <a href={`${docs}/keyless`}>Without a key</a>
              </>
            )}
          </p>
        </li>
        <li>
          <h2>{path === null ? 'See the result' : 'Push, and see the result'}</h2>
          <ArrivingRun />
        </li>
        {hasScope(['webhooks:manage']) && (
          <li>
            <h2>Tell the team</h2>
            <p>
              A channel of <a href={href('/webhooks', null, { create: 'chat-a' })}>Slack</a> or{' '}
              <a href={href('/webhooks', null, { create: 'chat-b' })}>Microsoft Teams</a> gets one message for
              each push, with its verdict and counts.
            </p>
          </li>
        )}
      </ol>
    </>
  );
}

/** Fills in the address of this service and the organisation. */
function filled(text: string): string {
  return text
    .replaceAll('{{url}}', location.origin + basePath())
    .replaceAll('{{organisation}}', organisationId.value ?? 'YOUR-ORGANISATION-ID')
    .trimEnd();
}
