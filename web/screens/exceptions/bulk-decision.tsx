/** Decision on the chosen exceptions: a dialog with one note, then the result of each. */
import { useState } from 'preact/hooks';
import type { DecisionResult, Exception } from '../../api/calls/exceptions.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { counted } from '../../parts/data/words.ts';
import { Dialog } from '../../parts/feedback/dialog.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Button } from '../../parts/form/button.tsx';
import { type Decision, decideMany } from './decide-many.ts';
import { NoteDialog } from './note-dialog.tsx';

/** Exceptions that the dialog names before the decision. */
const NAMES_MAX = 8;

const WORDS = {
  approve: { verb: 'Approve', done: 'approved', effect: 'Their findings are waived until they end.' },
  reject: { verb: 'Reject', done: 'rejected', effect: 'Their findings go on counting.' },
} as const;

interface BulkDecisionProps {
  readonly decision: Decision;
  /** Chosen rows, all of which the caller may decide on. */
  readonly exceptions: readonly Exception[];
  readonly titleOf: (ruleId: string) => string;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}

/** Decides, and shows the results. One that another person decided meanwhile does not stop the others. */
export function BulkDecision(props: BulkDecisionProps) {
  const { decision, exceptions, titleOf, onDecided, onClose } = props;
  const [results, setResults] = useState<readonly DecisionResult[] | null>(null);
  const { verb, done, effect } = WORDS[decision];
  const nouns = counted(exceptions.length, 'exception');
  if (results !== null)
    return (
      <Results
        results={results}
        done={done}
        namesOf={(id) => namesOf(exceptions.find((exception) => exception.id === id)!, titleOf)}
        onClose={onClose}
      />
    );
  return (
    <NoteDialog
      title={`${verb} ${nouns}?`}
      verb={`${verb} ${nouns}`}
      kind={decision === 'approve' ? 'primary' : 'danger'}
      send={async (note) => {
        const decided = await decideMany(
          exceptions.map(({ id }) => id),
          decision,
          note,
        );
        onDecided();
        setResults(decided);
        const count = decided.filter(({ error }) => error === null).length;
        showToast(`${count.toLocaleString('en')} of ${nouns} ${done}.`);
      }}
      onClose={onClose}
    >
      <p>{effect} Each decision has an audit entry of its own.</p>
      <ul class="exception-names">
        {exceptions.slice(0, NAMES_MAX).map((exception) => (
          <li key={exception.id}>
            <TextParts parts={namesOf(exception, titleOf)} />
          </li>
        ))}
        {exceptions.length > NAMES_MAX && <li class="soft">and {exceptions.length - NAMES_MAX} more</li>}
      </ul>
    </NoteDialog>
  );
}

interface ResultsProps {
  readonly results: readonly DecisionResult[];
  readonly done: string;
  readonly namesOf: (id: string) => readonly string[];
  readonly onClose: () => void;
}

function Results({ results, done, namesOf: names, onClose }: ResultsProps) {
  const failed = results.filter(({ error }) => error !== null);
  return (
    <Dialog
      title={`${(results.length - failed.length).toLocaleString('en')} of ${counted(results.length, 'exception')} ${done}`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <ul class="exception-names">
        {results.map(({ id, error }) => (
          <li key={id}>
            <Badge tone={error ? 'bad' : 'good'} icon={error ? 'close' : 'check'}>
              {error ? `Not ${done}` : `${done[0]!.toUpperCase()}${done.slice(1)}`}
            </Badge>{' '}
            <TextParts parts={names(id)} />
            {error && <span class="cell-note">{error.message}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function namesOf({ ruleId, fileName }: Exception, titleOf: (ruleId: string) => string): readonly string[] {
  return [titleOf(ruleId), fileName];
}
