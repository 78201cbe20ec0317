/** Panel of an artefact: both sides of its files, and the folder that it is held against. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import {
  createLink,
  type Drift,
  type DriftedFile,
  decideLink,
  listDrift,
  listLinks,
} from '../../api/calls/sources.ts';
import { useAction } from '../../api/use-action.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Button } from '../../parts/form/button.tsx';
import { TextField } from '../../parts/form/fields.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { href } from '../../routing/paths.ts';
import { hasScope } from '../../session/session.ts';
import { DriftBadge } from './drift-badge.tsx';
import { LinkList } from './link-list.tsx';
import { REASONS } from './source-words.ts';

/** Decision that removes a link. */
const REMOVED = { state: 'refused' } as const;

interface DriftPanelProps {
  readonly entry: Drift;
  readonly onClose: () => void;
}

/** Shows the panel. */
export function DriftPanel({ entry, onClose }: DriftPanelProps) {
  const { name, path, files, reason, artefactId, sourceId, link } = entry;
  return (
    <SidePanel title={name} label={`Drift of ${name}`} onClose={onClose}>
      <LinkSection entry={entry} onClose={onClose} />
      {/* A pair is proposed once: one that was rejected is found here. */}
      {link === null && hasScope(['sources:manage']) && (
        <LinkList
          title="Rejected links"
          query={{ state: 'refused', source: sourceId, pageSize: 200 }}
          decisions={['confirmed']}
          isMeant={(one) =>
            one.prefix === null ? one.artefactId === artefactId : path.startsWith(one.prefix)
          }
        />
      )}
      {reason !== null && <p>No result: {REASONS[reason] ?? reason}.</p>}
      <ul class="plain-list stack">
        {files.map((file) => (
          <li key={`${file.state} ${file.path}`}>
            <DriftBadge {...file} /> <Breakable text={file.path} />
            {file.lacksProof && (
              <span class="cell-note">
                Only runs without an identity token have sent it from the default branch.
              </span>
            )}
            <Sides file={file} />
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

function Sides({ file: { path, validationId, repositoryRun: run } }: { readonly file: DriftedFile }) {
  return (
    <span class="cell-note">
      {validationId !== null && <Picture id={validationId} label="Picture in the tenant" path={path} />}
      {run !== null && (
        <>
          {validationId !== null && ' · '}
          <Picture id={run.validationId} label="Picture in the repository" path={run.filename} />{' '}
          <bdi>{[run.repository, run.branch, run.commit?.slice(0, 8)].filter(Boolean).join(' ')}</bdi>
        </>
      )}
    </span>
  );
}

interface PictureProps {
  readonly id: string;
  readonly label: string;
  readonly path: string;
}

function Picture({ id, label, path }: PictureProps) {
  return (
    <a href={href('/validations/:id', { id }, { view: 'picture' })} aria-label={`${label}: ${path}`}>
      {label}
    </a>
  );
}

function LinkSection({ entry: { artefactId, sourceId, link }, onClose }: DriftPanelProps) {
  const [form, setForm] = useState({ repository: '', folder: '' });
  const { isBusy, error, run } = useAction(async () => {
    if (link === null) await createLink.send({ body: { sourceId, artefactId, ...form } });
    else await decideLink.send({ params: { id: link.id }, body: REMOVED });
    await Promise.all([loadAgain(listLinks), loadAgain(listDrift)]);
    if (link === null) onClose();
  });
  const mayLink = hasScope(['sources:manage']);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void run(undefined);
      }}
    >
      {link !== null ? (
        <p>
          Compared with <Breakable text={`${link.repository} ${link.folder}`} />
          {link.prefix !== null && (
            <>
              , as is every package whose path begins with <Breakable text={link.prefix} />
            </>
          )}
          .
        </p>
      ) : (
        <p>Compared with all your repositories, as nothing is linked.</p>
      )}
      {mayLink && link === null && (
        <>
          <TextField
            label="Repository"
            required
            value={form.repository}
            onInput={(repository) => setForm({ ...form, repository })}
          />
          <TextField
            label="Folder"
            hint="Such as invoices/. Empty: the whole repository."
            value={form.folder}
            onInput={(folder) => setForm({ ...form, folder })}
          />
        </>
      )}
      {mayLink && (
        <Button type="submit" isBusy={isBusy}>
          {link === null
            ? 'Propose the link'
            : `Remove the link${link.prefix === null ? '' : ' of all of them'}`}
        </Button>
      )}
      {error && <ErrorState error={error} />}
    </form>
  );
}
