/** Help for the keys of the app and of the current screen. */

import { Dialog } from '../parts/feedback/dialog.tsx';
import { CheckField } from '../parts/form/fields.tsx';
import { enableKeys, keyEntries, keysEnabled } from './keys.ts';

/** Names of keys that are not a letter. */
const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc' };

/** Lists the keys that do something now. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const listed = new Map(
    keyEntries.value.flatMap(({ key, about }) => (about === null ? [] : [[key, about] as const])),
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="keys">
        {[...listed].map(([key, about]) => [
          <dt key={key}>
            {key
              .split(' ')
              .map((one, index) => [index > 0 && ' then ', <kbd key={one}>{NAMES[one] ?? one}</kbd>])}
          </dt>,
          <dd key={about}>{about}</dd>,
        ])}
      </dl>
      <CheckField label="Single-key shortcuts" checked={keysEnabled.value} onChange={enableKeys} />
    </Dialog>
  );
}
