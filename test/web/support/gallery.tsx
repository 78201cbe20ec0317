/** Every part on one page, so that a test can judge those that no screen shows in all their states. */
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LocationProvider } from 'preact-iso/router';
import { ApiError } from '../../../web/api/api-error.ts';
import { Chart } from '../../../web/parts/charts/chart.tsx';
import { Sparkline } from '../../../web/parts/charts/sparkline.tsx';
import { Badge, StatusBadge, VerdictBadge } from '../../../web/parts/data/badge.tsx';
import { DataTable } from '../../../web/parts/data/data-table.tsx';
import { MoreButton } from '../../../web/parts/data/more-button.tsx';
import { RelativeTime } from '../../../web/parts/data/relative-time.tsx';
import { Score } from '../../../web/parts/data/score.tsx';
import { SEVERITY_NAMES } from '../../../web/parts/data/severities.ts';
import { SeverityMark } from '../../../web/parts/data/severity-mark.tsx';
import { Dialog } from '../../../web/parts/feedback/dialog.tsx';
import { EmptyState } from '../../../web/parts/feedback/empty-state.tsx';
import { ErrorState } from '../../../web/parts/feedback/error-state.tsx';
import { Messages, showToast } from '../../../web/parts/feedback/live-region.tsx';
import { Skeleton } from '../../../web/parts/feedback/skeleton.tsx';
import { Button, type ButtonKind, LinkButton } from '../../../web/parts/form/button.tsx';
import { CopyButton } from '../../../web/parts/form/copy-button.tsx';
import { CheckField, SelectField, TextField } from '../../../web/parts/form/fields.tsx';
import { CodeBlock } from '../../../web/parts/layout/code-block.tsx';
import { KeyValues } from '../../../web/parts/layout/key-values.tsx';
import { PageHeader } from '../../../web/parts/layout/page-header.tsx';
import { SidePanel } from '../../../web/parts/layout/side-panel.tsx';
import { Tabs } from '../../../web/parts/layout/tabs.tsx';
import { handleKey } from '../../../web/shell/keys.ts';

/** Name as an attacker gives it: markup, a change of direction, and no place to break. */
const HOSTILE = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(300)}`;
const DAYS = ['20 Nov', '21 Nov', '22 Nov', '23 Nov', '24 Nov', '25 Nov', '26 Nov'];
const ROWS = [
  { name: 'Invoices/Main.xaml', score: 41, findings: 12, scores: [88, 80, 80, 62, 41] },
  { name: 'Reminders.json', score: 72, findings: 3, scores: [60, 64, 72, 72, 72] },
  { name: HOSTILE, score: 100, findings: 0, scores: [100, 100] },
];

function Gallery() {
  const [open, setOpen] = useState<'dialog' | 'panel' | null>(null);
  useEffect(() => addEventListener('keydown', handleKey), []);
  const close = () => setOpen(null);
  return (
    <LocationProvider>
      <main class="shell-main stack">
        <PageHeader
          back={{ href: '/', label: 'Above' }}
          title="Parts"
          subtitle={HOSTILE}
          marks={<Badge tone="accent">New</Badge>}
          actions={<Button kind="primary">Request exception</Button>}
        />
        <Tabs
          label="Views"
          tabs={[
            { label: 'List', href: '?view=list', isCurrent: true, count: 1234 },
            { label: 'Changes', href: '?view=changes', isCurrent: false },
          ]}
        />
        <Controls onOpen={setOpen} />
        <Marks />
        <Rows />
        <Charts />
        <States />
        {open === 'dialog' && (
          <Dialog
            title="Reject the exception"
            onClose={close}
            onSubmit={close}
            actions={
              <>
                <Button onClick={close}>Cancel</Button>
                <Button kind="danger" type="submit">
                  Reject
                </Button>
              </>
            }
          >
            <TextField label="Note" value="" rows={3} onInput={() => {}} hint="The requester reads it." />
          </Dialog>
        )}
        {open === 'panel' && (
          <SidePanel title={HOSTILE} label="Finding" onClose={close}>
            <KeyValues
              entries={[
                ['Rule', 'UIP-REL-001'],
                ['Nothing', null],
                ['Place', HOSTILE],
              ]}
            />
            <CodeBlock code={`curl -sS '${HOSTILE}'`} label="command" />
          </SidePanel>
        )}
      </main>
      <Messages />
    </LocationProvider>
  );
}

function Controls({ onOpen }: { readonly onOpen: (what: 'dialog' | 'panel') => void }) {
  const [text, setText] = useState('');
  const [mode, setMode] = useState<'warning' | 'blocking'>('warning');
  return (
    <section class="stack" aria-label="Controls">
      <div class="row">
        {(['plain', 'primary', 'danger', 'quiet'] satisfies ButtonKind[]).map((kind) => (
          <Button key={kind} kind={kind} icon="rules">
            {kind}
          </Button>
        ))}
        <Button disabled>disabled</Button>
        <Button isBusy>busy</Button>
        <Button small icon="copy" label="Small icon" />
        <LinkButton href="/">Link</LinkButton>
        <CopyButton text="copied text" label="Copy the text">
          Copy
        </CopyButton>
        <Button onClick={() => onOpen('dialog')}>Open dialog</Button>
        <Button onClick={() => onOpen('panel')}>Open panel</Button>
        <Button onClick={() => showToast('The key is revoked.')}>Show message</Button>
      </div>
      <TextField label="Name" value={text} onInput={setText} hint="Seen by members." required />
      <TextField label="Address" type="url" value="x" onInput={setText} error="Begin with https://." />
      <SelectField
        label="Mode"
        value={mode}
        options={[
          ['warning', 'Warning'],
          ['blocking', 'Blocking'],
        ]}
        onChange={setMode}
      />
      <CheckField label="Keep outlines" checked onChange={() => {}} count={12345} />
    </section>
  );
}

function Marks() {
  return (
    <section class="row" aria-label="Marks">
      {SEVERITY_NAMES.map((severity) => [
        <SeverityMark key={severity} severity={severity} />,
        <SeverityMark key={`${severity} long`} severity={severity} long />,
      ])}
      <VerdictBadge passed wouldBlock={0} />
      <VerdictBadge passed wouldBlock={2} />
      <VerdictBadge passed={false} wouldBlock={3} />
      {['queued', 'running', 'completed', 'failed', 'canceled', 'unheard-of'].map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
      <Score score={41} change={-21} />
      <Score score={72} change={3} />
      <Score score={100} change={0} />
      <Score score={88} large />
      <Score score={null} />
      <RelativeTime time="2020-01-01T00:00:00Z" />
      <RelativeTime time={null} />
    </section>
  );
}

function Rows() {
  const [sort, setSort] = useState('-score');
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  return (
    <section aria-label="Rows">
      <DataTable
        label="Workflows"
        rows={ROWS}
        keyOf={({ name }) => name}
        nameOf={({ name }) => name}
        sort={sort}
        onSort={setSort}
        selection={{ keys, onChange: setKeys }}
        columns={[
          {
            key: 'name',
            label: 'Workflow',
            isSortable: true,
            cell: ({ name }) => (
              <a class="row-link" href="/rules">
                <bdi>{name}</bdi>
              </a>
            ),
          },
          { key: 'score', label: 'Score', isSortable: true, cell: ({ score }) => <Score score={score} /> },
          { key: 'findings', label: 'Findings', isNumber: true, cell: ({ findings }) => findings },
          {
            key: 'course',
            label: 'Course',
            isExtra: true,
            cell: ({ scores }) => <Sparkline values={scores} max={100} label={`Score ${scores.at(-1)}`} />,
          },
        ]}
      />
      <MoreButton shown={50} noun="workflows" hasMore isBusy={false} onMore={() => {}} />
    </section>
  );
}

function Charts() {
  return (
    <>
      <Chart
        title="Mean score"
        kind="lines"
        labelName="Day"
        labels={DAYS}
        max={100}
        series={[
          { name: 'UiPath', colour: 'accent', values: [71, 74, 73, 78, 80, 79, 84] },
          { name: 'Blue Prism', colour: 'high', values: [null, 60, 58, 66, 64, 70, 72] },
        ]}
      />
      <Chart
        title="New findings"
        kind="bars"
        labelName="Day"
        labels={DAYS}
        series={[
          { name: 'Critical', colour: 'critical', values: [1, 0, 2, 0, 0, 1, 0] },
          { name: 'High', colour: 'high', values: [4, 2, 5, 1, 3, 2, 1] },
          { name: 'Medium', colour: 'medium', values: [7, 9, 4, 6, 8, 3, 2] },
        ]}
      />
    </>
  );
}

const PROBLEM = new ApiError({
  code: 'rate_limited',
  message: 'Too many requests. Come again in 40 seconds.',
  status: 429,
  docsUrl: '/docs/errors#rate_limited',
  requestId: '6f1f2c1e-52c4-4b0e-9d0a-6b1f2a3c4d5e',
  retryAfterSeconds: 40,
});

function States() {
  return (
    <>
      <ErrorState error={PROBLEM} onRetry={() => {}} />
      <EmptyState
        icon="feed"
        title="No runs yet"
        actions={<LinkButton href="/">Connect a pipeline</LinkButton>}
      >
        The first run appears here by itself.
      </EmptyState>
      <Skeleton lines={3} />
    </>
  );
}

render(<Gallery />, document.getElementById('app')!);
