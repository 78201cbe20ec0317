/** Course of a workflow: score and findings from run to run. */
import type { WorkflowRun } from '../../api/calls/estate.ts';
import { Chart } from '../../parts/charts/chart.tsx';
import { runTime } from '../../parts/data/run-time.ts';
import { SEVERITY_LABELS, SEVERITY_NAMES } from '../../parts/data/severities.ts';

/** Shows both charts of runs, which are given newest first; one run is no course. */
export function RunCharts({ runs }: { readonly runs: readonly WorkflowRun[] }) {
  if (runs.length < 2)
    return <p class="soft">There is one run. From the second one on, charts show how the file changes.</p>;
  const course = runs.toReversed();
  const labels = distinct(course.map(({ validatedAt }) => runTime(validatedAt)));
  return (
    <div class="charts">
      <Chart
        title="Score"
        kind="lines"
        labelName="Run"
        max={100}
        labels={labels}
        series={[{ name: 'Score', colour: 'accent', values: course.map(({ score }) => score) }]}
      />
      <Chart
        title="Findings"
        kind="bars"
        labelName="Run"
        labels={labels}
        series={SEVERITY_NAMES.filter((severity) => course.some(({ summary }) => summary[severity] > 0)).map(
          (severity) => ({
            name: SEVERITY_LABELS[severity],
            colour: severity,
            values: course.map(({ summary }) => summary[severity]),
          }),
        )}
      />
    </div>
  );
}

/** Returns distinct labels: repeated ones get a number. */
function distinct(labels: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return labels.map((label) => {
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    return count === 1 ? label : `${label} (${count})`;
  });
}
