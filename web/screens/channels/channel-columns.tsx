/** Columns of the channels. */
import type { Channel, ChannelEnd } from '../../api/calls/estate.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import type { Column } from '../../parts/data/data-table.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { href } from '../../routing/paths.ts';
import { KIND_LABELS } from './channel-filters.ts';

/** Returns the columns; `titleOf` names platforms. */
export function channelColumns(titleOf: (platform: string) => string): readonly Column<Channel>[] {
  return [
    {
      key: 'channel',
      label: 'Channel',
      cell: ({ kind, name, platform }) => (
        <>
          <a class="row-link" href={href('/channels', null, { kind, q: name, show: 'all' })}>
            <Breakable text={name} />
          </a>
          <span class="cell-note">
            <TextParts parts={[KIND_LABELS[kind] ?? kind, platform && titleOf(platform)]} />
          </span>
        </>
      ),
    },
    {
      key: 'writers',
      label: 'Data from',
      cell: ({ kind, writers, writerCount }) => (
        <Side
          ends={writers}
          count={writerCount}
          none={kind === 'automation' ? 'Nothing starts it.' : 'No workflow writes it.'}
        />
      ),
    },
    {
      key: 'readers',
      label: 'Data to',
      cell: ({ kind, readers, readerCount }) => (
        <Side
          ends={readers}
          count={readerCount}
          none={kind === 'automation' ? 'Its file has no result here.' : 'No workflow reads it.'}
        />
      ),
    },
  ];
}

/** Number up to which the API counts a side. */
const COUNTED_MAX = 1_000;

interface SideProps {
  readonly ends: readonly ChannelEnd[];
  /** Number of all, of which the first ones are listed. */
  readonly count: number;
  readonly none: string;
}

function Side({ ends, count, none }: SideProps) {
  if (ends.length === 0) return <span class="soft">{none}</span>;
  return (
    <>
      <ul class="plain-list stack">
        {ends.map((end) => (
          <li key={end.workflowId}>
            <End end={end} />
          </li>
        ))}
      </ul>
      {count > ends.length && (
        <span class="cell-note">
          and {count === COUNTED_MAX && 'at least '}
          {(count - ends.length).toLocaleString('en')} more
        </span>
      )}
    </>
  );
}

function End({ end: { workflowId, filename, repository, validationId } }: { readonly end: ChannelEnd }) {
  const result = { id: validationId };
  return (
    <>
      <a href={href('/workflows/:key', { key: workflowId })}>
        <Breakable text={filename} />
      </a>
      <span class="cell-note">
        {repository !== null && (
          <>
            <bdi>{repository}</bdi>
            {' · '}
          </>
        )}
        <a href={href('/validations/:id', result)} aria-label={`Result of ${filename}`}>
          Result
        </a>
        {' · '}
        <a href={href('/validations/:id', result, { view: 'picture' })} aria-label={`Picture of ${filename}`}>
          Picture
        </a>
      </span>
    </>
  );
}
