/** Columns of the call tree. */
import { Badge, VerdictBadge } from '../../../parts/data/badge.tsx';
import type { Column } from '../../../parts/data/data-table.tsx';
import { Score } from '../../../parts/data/score.tsx';
import { TextParts } from '../../../parts/data/text-parts.tsx';
import { counted } from '../../../parts/data/words.ts';
import { href } from '../../../routing/paths.ts';
import { type CallRow, targetName, workflowName } from './call-rows.ts';

/** Levels that are indented; deeper ones stand below each other. */
const LEVELS_MAX = 12;

/** The first one leads to the result of the file. */
export const CALL_COLUMNS: readonly Column<CallRow>[] = [
  {
    key: 'workflow',
    label: 'Workflow',
    cell: (row) => (
      <div class="call-name" style={{ '--level': Math.min(row.level, LEVELS_MAX) }}>
        <Name row={row} />
        <span class="cell-note">
          <TextParts parts={notesOf(row)} />
        </span>
      </div>
    ),
  },
  { key: 'state', label: 'State', cell: (row) => <State row={row} /> },
  {
    key: 'score',
    label: 'Score',
    cell: ({ workflow, isAgain }) => workflow && !isAgain && <Score score={workflow.score} />,
  },
  {
    key: 'blocking',
    label: 'Blocking findings',
    isNumber: true,
    isExtra: true,
    cell: ({ workflow, isAgain }) => !isAgain && workflow?.wouldBlock?.toLocaleString('en'),
  },
];

function Name({ row: { workflow, call } }: { readonly row: CallRow }) {
  if (workflow === null) return <bdi>{targetName(call!)}</bdi>;
  const name = <bdi>{workflowName(workflow)}</bdi>;
  if (workflow.validationId === null) return name;
  return (
    <a class="row-link" href={href('/validations/:id', { id: workflow.validationId })}>
      {name}
    </a>
  );
}

function notesOf({ workflow, call, caller, isAgain }: CallRow): readonly (string | null)[] {
  return [
    workflow === null || workflow.path === workflowName(workflow) ? null : workflow.path,
    caller && `called by ${workflowName(caller)}`,
    call !== null && call.count > 1 ? counted(call.count, 'call') : null,
    isAgain ? 'its calls are shown above' : null,
  ];
}

function State({ row: { workflow, call, isAgain } }: { readonly row: CallRow }) {
  return (
    <span class="row">
      {call?.isCircular && (
        <Badge tone="bad" icon="warning">
          Circle
        </Badge>
      )}
      {call?.status === 'missing' && (
        <Badge tone="bad" icon="close">
          Missing
        </Badge>
      )}
      {call?.status === 'unknown' && <Badge>{call.target === null ? 'Unknown' : 'Outside'}</Badge>}
      {workflow !== null && workflow.passed !== null && !isAgain && (
        <VerdictBadge passed={workflow.passed} wouldBlock={workflow.wouldBlock} />
      )}
    </span>
  );
}
