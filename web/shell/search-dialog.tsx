/** Search for a workflow file or a rule, from every screen. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { listWorkflows } from '../api/calls/estate.ts';
import { listRules } from '../api/calls/rules.ts';
import { useCall } from '../api/use-call.ts';
import { Dialog } from '../parts/feedback/dialog.tsx';
import { ErrorState } from '../parts/feedback/error-state.tsx';
import { TextField } from '../parts/form/fields.tsx';
import { href } from '../routing/paths.ts';

/** Entries of each kind. */
const SHOWN_MAX = 6;

/** Thing that was found. */
interface Match {
  readonly address: string;
  readonly name: string;
  readonly note: string | null;
}

/** Searches while the person types; Enter opens the first match. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const { route } = useLocation();
  const sought = text.trim();
  const files = useCall(
    listWorkflows,
    { query: { q: sought, pageSize: SHOWN_MAX } },
    { isEnabled: sought !== '' },
  );
  const { data: catalogue } = useCall(listRules, {});
  const workflows = (sought === '' ? [] : (files.data?.items ?? [])).map(
    ({ workflowId, filename, repository }): Match => ({
      address: href('/workflows/:key', { key: workflowId }),
      name: filename ?? workflowId,
      note: repository,
    }),
  );
  const rules = (sought === '' ? [] : (catalogue?.rules ?? []))
    .filter(({ ruleId, title }) => `${ruleId} ${title}`.toLowerCase().includes(sought.toLowerCase()))
    .slice(0, SHOWN_MAX)
    .map(
      ({ ruleId, title }): Match => ({
        address: href('/rules/:id', { id: ruleId }),
        name: title,
        note: ruleId,
      }),
    );
  const [first] = [...workflows, ...rules];
  const open = (address: string) => {
    onClose();
    route(address);
  };
  // Files come before rules, so Enter waits for them.
  useEffect(() => {
    if (isEntered && !files.isBusy && first) open(first.address);
  });
  const change = (next: string) => {
    setText(next);
    setEntered(false);
  };
  return (
    <Dialog title="Search" onClose={onClose} onSubmit={() => setEntered(true)}>
      <TextField label="Path of a file, or id or title of a rule" value={text} onInput={change} />
      {files.error && <ErrorState error={files.error} />}
      <div role="status">
        {sought !== '' && !files.isBusy && first === undefined && <p class="soft">Nothing matches.</p>}
      </div>
      <Matches title="Workflows" matches={workflows} onOpen={open} />
      <Matches title="Rules" matches={rules} onOpen={open} />
    </Dialog>
  );
}

interface MatchesProps {
  readonly title: string;
  readonly matches: readonly Match[];
  readonly onOpen: (address: string) => void;
}

function Matches({ title, matches, onOpen }: MatchesProps) {
  if (matches.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="plain-list stack">
        {matches.map(({ address, name, note }) => (
          <li key={address}>
            <a
              href={address}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                event.stopPropagation();
                onOpen(address);
              }}
            >
              <bdi>{name}</bdi>
            </a>
            <bdi class="cell-note">{note}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
