/** Options of a rule, which a policy pack may set. */
import type { RuleDetails } from '../../api/calls/rules.ts';

/** Shows name, default and meaning of each option. */
export function RuleOptions({ options }: { readonly options: RuleDetails['optionDetails'] }) {
  if (options.length === 0) return null;
  return (
    <section>
      <h2>Options</h2>
      <p class="soft">A policy pack may set them.</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard. */}
      <div class="table-frame" tabIndex={0}>
        <table class="table" aria-label="Options">
          <thead>
            <tr>
              <th scope="col">Option</th>
              <th scope="col">Default</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            {options.map(({ name, default: standard, unit, about }) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  <code>{JSON.stringify(standard)}</code> {unit}
                </td>
                <td>{about}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
