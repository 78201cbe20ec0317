/** Charts over time: lines or stacked bars, and the same numbers as a table one key away. */
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { useKey } from '../../shell/keys.ts';
import { Button } from '../form/button.tsx';
import { ChartPlot } from './chart-plot.tsx';
import type { ChartProps, Series } from './chart-types.ts';

/** Parameter of the address: all charts of a screen show the same. */
const PARAMS = { charts: choiceParam(['plot', 'table'], 'plot') };

/** Shows a chart; `t` and its button change all charts of the screen to tables and back. */
export function Chart(props: ChartProps) {
  const [{ charts }, change] = useUrlState(PARAMS);
  const isTable = charts === 'table';
  const toggle = () => change({ charts: isTable ? 'plot' : 'table' });
  useKey('t', toggle, 'Charts as tables');
  return (
    <section class="chart" aria-label={props.title}>
      <div class="chart-head">
        <h2>{props.title}</h2>
        {/* A single series is what the title says. */}
        {!isTable && props.series.length > 1 && (
          <div class="chart-keys">
            {props.series.map((series) => (
              <SeriesKey key={series.name} series={series} />
            ))}
          </div>
        )}
        <Button kind="quiet" small onClick={toggle}>
          {isTable ? 'Show chart' : 'Show table'}
        </Button>
      </div>
      {isTable ? <ChartTable {...props} /> : <ChartPlot {...props} />}
    </section>
  );
}

function SeriesKey({ series: { name, colour } }: { readonly series: Series }) {
  return (
    <span class={`chart-key series--${colour}`}>
      <span class="chart-key-mark" />
      <span class="chart-key-name">{name}</span>
    </span>
  );
}

function ChartTable({ title, labels, series, labelName }: ChartProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable by keyboard.
    <div class="table-frame" tabIndex={0}>
      <table class="table" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{labelName}</th>
            {series.map(({ name }) => (
              <th scope="col" class="number" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td class="number" key={name}>
                  {values[index]?.toLocaleString('en') ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
