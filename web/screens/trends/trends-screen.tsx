/** Screen of `/trends`: whether it gets better, by day. */
import { LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { BacklogTrends } from './backlog-trends.tsx';
import { RunTrends } from './run-trends.tsx';
import { DAYS_PARAM } from './trend-filters.tsx';

/** Parameters of the address. */
const PARAMS = { view: choiceParam(['backlog', 'runs'], 'backlog'), ...DAYS_PARAM };

/** Shows the backlog, or the runs. */
export default function TrendsScreen() {
  const [{ view, days }] = useUrlState(PARAMS);
  const tab = (label: string, name: typeof view) => ({
    label,
    href: href('/trends', null, { ...(name === 'runs' && { view: name }), ...(days !== '30' && { days }) }),
    isCurrent: view === name,
  });
  return (
    <>
      <PageHeader
        title="Trends"
        subtitle="By day, in UTC."
        actions={<LinkButton href={href('/trends/report', null)}>Weekly report</LinkButton>}
      />
      <Tabs label="Trends" tabs={[tab('Backlog', 'backlog'), tab('Runs', 'runs')]} />
      {view === 'backlog' ? <BacklogTrends /> : <RunTrends />}
    </>
  );
}
