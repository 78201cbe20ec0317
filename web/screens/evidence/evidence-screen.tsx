/** Screen of `/evidence`: what is known about the controls of a framework, for auditors. */
import { type Evidence, listEvidence } from '../../api/calls/evidence.ts';
import { saveFile } from '../../api/download.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { counted } from '../../parts/data/words.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { DayFilter, FilterBar } from '../../parts/form/filters.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { controlColumns } from './control-columns.tsx';
import { ControlDetails } from './control-details.tsx';
import {
  boundsOf,
  controlNumber,
  EVIDENCE_PARAMS,
  FRAMEWORK_LABELS,
  FRAMEWORKS,
  periodOf,
} from './evidence-params.ts';
import { RunGroups } from './run-groups.tsx';
import { SignOffs } from './sign-offs.tsx';
import { SourceCoverage } from './source-coverage.tsx';

/** Controls that one call answers. */
const PAGE_SIZE = 200;

/** The API orders them as texts. */
const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** Shows the controls as a table, or everything about all of them as a report to print. */
export default function EvidenceScreen() {
  const [state, change] = useUrlState(EVIDENCE_PARAMS);
  const { framework, view, control } = state;
  const period = periodOf(state);
  const query = { framework, ...boundsOf(period), pageSize: PAGE_SIZE };
  const list = useList(listEvidence, { query }, ({ nextCursor }) => nextCursor);
  const pages = list.pages?.[0]?.framework === framework ? list.pages : undefined;
  const controls = pages
    ?.flatMap(({ items }) => items)
    .toSorted((a, b) => BY_NUMBER.compare(a.control, b.control));
  const open = controls?.find((item) => item.control === control);
  const addressOf = (changes: Readonly<Record<string, string>>) =>
    href('/evidence', null, {
      framework: framework === 'ISO27001' ? null : framework,
      from: state.from || null,
      to: state.to || null,
      ...changes,
    });
  return (
    <>
      <PageHeader
        title="Evidence"
        subtitle="What was looked for, what was found and who decided, by control. A relevant rule does not fulfil a control by itself."
        actions={
          pages && (
            <>
              <Button icon="download" disabled={list.hasMore} onClick={() => save(pages, period)}>
                Save as JSON
              </Button>
              {view === 'report' && (
                <Button kind="primary" onClick={() => print()}>
                  Print report
                </Button>
              )}
            </>
          )
        }
      />
      <FilterBar
        result={
          controls === undefined
            ? ''
            : `${counted(controls.length, 'control')} of ${FRAMEWORK_LABELS[framework]}, ${period.from} to ${period.to}`
        }
        onClear={state.from + state.to === '' ? undefined : () => change({ from: '', to: '' })}
      >
        <ChoiceSelect
          label="Framework"
          value={framework}
          options={FRAMEWORKS.map((name) => [name, FRAMEWORK_LABELS[name]] as const)}
          onChange={(name) => change({ framework: name, control: '' })}
        />
        <DayFilter label="From" value={period.from} onChange={(from) => change({ from })} />
        <DayFilter label="To" value={period.to} onChange={(to) => change({ to })} />
      </FilterBar>
      <Tabs
        label="View"
        tabs={[
          { label: 'Controls', href: addressOf({}), isCurrent: view === 'controls' },
          { label: 'Report', href: addressOf({ view: 'report' }), isCurrent: view === 'report' },
        ]}
      />
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {pages === undefined && !list.error && <Skeleton lines={10} />}
      {pages && <RunGroups runs={pages[0]!.runs} />}
      {pages && <SourceCoverage sources={pages[0]!.coverage} />}
      {pages && view === 'report' && <SignOffs evidence={pages[0]!} onSigned={list.retry} />}
      {controls && view === 'controls' && (
        <section class="section">
          <h2>Controls</h2>
          <DataTable
            label="Controls"
            columns={controlColumns((item) => addressOf({ control: item.control }))}
            rows={controls}
            keyOf={(item) => item.control}
            isBusy={list.isBusy && !list.isLoadingMore}
          />
        </section>
      )}
      {view === 'report' &&
        controls?.map((item) => (
          <section key={item.control} class="section stack">
            <h2>
              {controlNumber(item.control)} {item.title}
            </h2>
            <p>{item.reason}</p>
            <ControlDetails evidence={item} asOf={pages![0]!.generatedAt} isWide />
          </section>
        ))}
      <MoreButton
        shown={controls?.length ?? 0}
        noun="controls"
        hasMore={pages !== undefined && list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {open && view === 'controls' && (
        <SidePanel
          key={control}
          title={controlNumber(control)}
          label="Control"
          onClose={() => change({ control: '' })}
        >
          <ControlDetails evidence={open} asOf={pages![0]!.generatedAt} />
        </SidePanel>
      )}
    </>
  );
}

/** Saves everything in one answer of the API. */
function save(
  pages: readonly Evidence[],
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const whole = { ...pages[0]!, items: pages.flatMap(({ items }) => items), nextCursor: null };
  const content = new Blob([JSON.stringify(whole, null, 2)], { type: 'application/json' });
  saveFile(content, `evidence-${whole.framework}-${from}-${to}.json`);
}
