/** Section with what this browser stores for itself. */
import { CheckField } from '../../parts/form/fields.tsx';
import { enableKeys, keysEnabled } from '../../shell/keys.ts';
import { ThemeChoice } from '../../shell/theme-choice.tsx';

/** Chooses the theme, and whether single keys do something. */
export function DisplaySection() {
  return (
    <section class="section">
      <h2>This browser</h2>
      <div class="stack">
        <ThemeChoice isNamed />
        <CheckField label="Single-key shortcuts" checked={keysEnabled.value} onChange={enableKeys} />
      </div>
    </section>
  );
}
