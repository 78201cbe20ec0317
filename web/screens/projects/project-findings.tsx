/** Findings of a project: blocking ones, and findings across files. */
import type { Project } from '../../api/calls/projects.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { isSeverity } from '../../parts/data/severities.ts';
import { SeverityMark } from '../../parts/data/severity-mark.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { href } from '../../routing/paths.ts';

type Blocking = Project['blockingFindings'][number];
type BetweenFiles = Project['projectFindings'][number];

/** Returns the address of the panel of a finding between files. */
type AddressOf = (findingId: string | null) => string;

interface ProjectFindingsProps {
  readonly project: Project;
  readonly addressOf: AddressOf;
}

const SEVERITY = {
  key: 'severity',
  label: 'Severity',
  cell: ({ severity }: { readonly severity: string | null }) =>
    severity !== null && isSeverity(severity) && <SeverityMark severity={severity} long />,
};

const blockingColumns = (addressOf: AddressOf): readonly Column<Blocking>[] => [
  SEVERITY,
  {
    key: 'finding',
    label: 'Finding',
    cell: ({ rule, path, location, sourceLineNumber, validationId, id }) => (
      <>
        <a
          class="row-link"
          href={
            validationId === null
              ? addressOf(id)
              : href('/validations/:id', { id: validationId }, { finding: id })
          }
        >
          <bdi>{rule}</bdi>
        </a>
        <span class="cell-note">
          <TextParts
            parts={[location?.startsWith(path) ? null : path, location, lineText(sourceLineNumber)]}
          />
        </span>
      </>
    ),
  },
];

const betweenColumns = (addressOf: AddressOf): readonly Column<BetweenFiles>[] => [
  SEVERITY,
  {
    key: 'finding',
    label: 'Finding',
    cell: ({ id, rule, location, sourceLineNumber, description }) => (
      <>
        <a class="row-link" href={addressOf(id)}>
          <bdi>{rule}</bdi>
        </a>
        <span class="cell-note">
          <TextParts parts={[location, lineText(sourceLineNumber)]} />
        </span>
        <bdi>{description}</bdi>
      </>
    ),
  },
];

/** Shows what makes the gate fail, first of all; nothing where the gate passes. */
export function BlockingFindings({ project, addressOf }: ProjectFindingsProps) {
  const { blockingFindings, blockingFindingsCount } = project;
  if (blockingFindings.length === 0) return null;
  const others = blockingFindingsCount - blockingFindings.length;
  return (
    <section class="section">
      <h2>What blocks</h2>
      <DataTable
        label="What blocks"
        columns={blockingColumns(addressOf)}
        rows={blockingFindings}
        keyOf={({ path, id }) => `${path} ${id}`}
      />
      {others > 0 && <p class="more soft">And {others.toLocaleString('en')} more, in the files.</p>}
    </section>
  );
}

/** Shows what is wrong between files; nothing until the project has ended. */
export function FindingsBetweenFiles({ project, addressOf }: ProjectFindingsProps) {
  const { projectFindings, status } = project;
  if (status !== 'completed') return null;
  return (
    <section class="section">
      <h2>Findings between files</h2>
      {projectFindings.length === 0 ? (
        <p class="soft">Every call has a target, and its arguments match.</p>
      ) : (
        <DataTable
          label="Findings between files"
          columns={betweenColumns(addressOf)}
          rows={projectFindings}
          keyOf={({ id }) => id ?? ''}
        />
      )}
    </section>
  );
}

function lineText(line: number | null): string | null {
  return line === null ? null : `line ${line}`;
}
