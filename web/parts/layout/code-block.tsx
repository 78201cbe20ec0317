/** Block of code that scrolls by the keyboard and can be copied. */
import { CopyButton } from '../form/copy-button.tsx';

/** Shows code as it is. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <figure class="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label={`Copy ${label}`} />
    </figure>
  );
}
