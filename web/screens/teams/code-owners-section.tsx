/** CODEOWNERS files of the repositories: what they propose, and which are in force. */

import { loadAgain } from '../../api/answers.ts';
import {
  type CodeOwners,
  confirmCodeOwners,
  deleteCodeOwners,
  getCodeOwners,
  listCodeOwners,
} from '../../api/calls/teams.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { CodeBlock } from '../../parts/layout/code-block.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';

const PANEL = { file: textParam() };

/** Lists the files, once there is one. */
export function CodeOwnersSection() {
  const [{ file: openId }, open] = useUrlState(PANEL);
  const { data, error, retry, isBusy } = useCall(listCodeOwners, {});
  const files = data?.codeOwners ?? [];
  const current = files.find(({ id }) => id === openId);
  return (
    <>
      {error && <ErrorState error={error} onRetry={retry} />}
      {files.length > 0 && (
        <>
          <h2>CODEOWNERS files</h2>
          <p class="soft">
            A file in force names the owner of each workflow that no team above matches. A proposed file
            changes nothing until you confirm it.
          </p>
          <DataTable
            label="CODEOWNERS files"
            columns={COLUMNS}
            rows={files}
            keyOf={({ id }) => id}
            isBusy={isBusy}
          />
        </>
      )}
      {current && <FilePanel key={current.id} file={current} onClose={() => open({ file: '' })} />}
    </>
  );
}

interface FilePanelProps {
  readonly file: CodeOwners;
  readonly onClose: () => void;
}

function FilePanel({ file, onClose }: FilePanelProps) {
  const { id, repository, path, state, owners, branch, isProven, sentBy, sentAt, confirmedBy } = file;
  const { data, error } = useCall(getCodeOwners, { params: { id } });
  const action = useAction(async (call: typeof confirmCodeOwners | typeof deleteCodeOwners) => {
    await call.send({ params: { id } });
    showToast(call === deleteCodeOwners ? 'The file is deleted.' : 'The file is in force.');
    onClose();
    await loadAgain(listCodeOwners);
  });
  const failure = action.error ?? error;
  return (
    <SidePanel title={<bdi>{repository}</bdi>} label={`CODEOWNERS of ${repository}`} onClose={onClose}>
      <div class="stack stack--loose">
        <KeyValues
          entries={[
            ['File', <bdi key="file">{path}</bdi>],
            [
              'Branch',
              <>
                <bdi>{branch ?? 'not named'}</bdi>
                {!isProven && ', which no identity token proves'}
              </>,
            ],
            ['Sent', <RelativeTime key="sent" time={sentAt} />],
            ['Sent by', <bdi key="by">{sentBy}</bdi>],
            ['Confirmed by', confirmedBy && <bdi>{confirmedBy}</bdi>],
            [
              'Owners',
              <ul key="owners" class="plain-list">
                {owners.map(({ owner, team }) => (
                  <li key={owner}>
                    <bdi>{owner}</bdi>: {team === null ? 'no team has this handle' : <bdi>{team}</bdi>}
                  </li>
                ))}
              </ul>,
            ],
          ]}
        />
        {data && <CodeBlock code={data.text} label="CODEOWNERS" />}
        {failure && <ErrorState error={failure} />}
        <div class="row">
          {state === 'proposed' && (
            <Button kind="primary" isBusy={action.isBusy} onClick={() => void action.run(confirmCodeOwners)}>
              Confirm
            </Button>
          )}
          <Button kind="danger" isBusy={action.isBusy} onClick={() => void action.run(deleteCodeOwners)}>
            Delete
          </Button>
        </div>
      </div>
    </SidePanel>
  );
}

const COLUMNS: readonly Column<CodeOwners>[] = [
  {
    key: 'repository',
    label: 'Repository',
    cell: ({ id, repository, path }) => (
      <>
        <a class="row-link" href={href('/team/teams', null, { file: id })}>
          <bdi>{repository}</bdi>
        </a>
        <span class="cell-note">
          <bdi>{path}</bdi>
        </span>
      </>
    ),
  },
  {
    key: 'state',
    label: 'State',
    cell: ({ state }) =>
      state === 'proposed' ? <Badge tone="warning">Proposed</Badge> : <Badge tone="good">In force</Badge>,
  },
  {
    key: 'patterns',
    label: 'Patterns',
    isExtra: true,
    cell: ({ patterns }) => patterns.toLocaleString('en'),
  },
];
