/** Panel of one team: members, what it owns, its change and its end. */
import { useState } from 'preact/hooks';
import { deleteTeam, type Team, updateTeam } from '../../api/calls/teams.ts';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { ConfirmDialog } from '../../parts/feedback/confirm-dialog.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { SidePanel } from '../../parts/layout/side-panel.tsx';
import { patternLine } from './pattern-lines.ts';
import { TeamDialog } from './team-dialog.tsx';

interface TeamPanelProps {
  readonly team: Team;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

/** Shows a team, and what can be done with it. */
export function TeamPanel({ team, onChanged, onClose }: TeamPanelProps) {
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const params = { id: team.id };
  const close = () => setOpen(null);
  const done = (text: string) => {
    close();
    showToast(text);
    return onChanged();
  };
  return (
    <SidePanel title={<bdi>{team.name}</bdi>} label={`Team ${team.name}`} onClose={onClose}>
      <div class="stack stack--loose">
        <KeyValues
          entries={[
            ['Description', team.description && <bdi>{team.description}</bdi>],
            [
              'Members',
              team.members.length === 0 ? (
                'None'
              ) : (
                <Lines key="members" lines={team.members.map(({ id, name, email }) => name ?? email ?? id)} />
              ),
            ],
            ['Owns', team.patterns.length > 0 && <Lines key="owns" lines={team.patterns.map(patternLine)} />],
            ['Added', <RelativeTime key="added" time={team.createdAt} />],
            ['Added by', team.createdBy && <bdi>{team.createdBy}</bdi>],
          ]}
        />
        <div class="row">
          <Button onClick={() => setOpen('change')}>Change</Button>
          <Button kind="danger" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </div>
      </div>
      {open === 'change' && (
        <TeamDialog
          team={team}
          send={async (body) => {
            await updateTeam.send({ params, body });
            await done('The team is changed.');
          }}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={
            <>
              Delete <bdi>{team.name}</bdi>?
            </>
          }
          verb="Delete team"
          act={() => deleteTeam.send({ params })}
          onDone={() => void done('The team is deleted.').then(onClose)}
          onClose={close}
        >
          <p>Its workflows stay, and belong to whom the other teams&rsquo; patterns say.</p>
        </ConfirmDialog>
      )}
    </SidePanel>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul class="plain-list">
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  );
}
