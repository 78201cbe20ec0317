/** Line of printed pages with their title, address and time. */
import { useEffect, useState } from 'preact/hooks';
import { organisation } from '../../session/session.ts';

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'long' });

/** Shows the line on paper only; the address holds the filters. */
export function PrintNote() {
  const [printedAt, setPrintedAt] = useState(() => new Date());
  useEffect(() => {
    const update = () => setPrintedAt(new Date());
    addEventListener('beforeprint', update);
    return () => removeEventListener('beforeprint', update);
  }, []);
  return (
    <p class="print-only">
      Flowarden report
      {organisation.value && (
        <>
          {' '}
          of <bdi>{organisation.value.name}</bdi>
        </>
      )}
      , {TIME.format(printedAt)}, {location.href}
    </p>
  );
}
