/** Facets of what people state about a workflow: its owner, its criticality and the class of its data. */
import type { Criticality, DataClass } from '../../../src/contract/lists/estate.ts';
import { teamOptions, useTeams } from '../../api/use-teams.ts';
import { wordsOf } from '../data/words.ts';
import { ChoiceFacet } from './choice-facet.tsx';

/** Criticality → its name for people. */
export const CRITICALITY_OPTIONS = named(['low', 'medium', 'high', 'critical']);

/** Class of data → its name for people. */
export const DATA_CLASS_OPTIONS = named(['public', 'internal', 'confidential', 'restricted']);

type OwnerParam = 'ownerTeamId' | 'criticality' | 'dataClass';

interface OwnerFacetsProps {
  readonly filters: Readonly<Record<OwnerParam, string>>;
  readonly onChange: (changes: Partial<Record<OwnerParam, string>>) => void;
}

/** Shows the facets; that of owners where there are teams. */
export function OwnerFacets({ filters, onChange }: OwnerFacetsProps) {
  const teams = teamOptions(useTeams());
  const facet = (name: OwnerParam, label: string, options: readonly (readonly [string, string])[]) => (
    <ChoiceFacet
      label={label}
      options={options.map(([value, text]) => ({ value, label: <bdi>{text}</bdi> }))}
      value={filters[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <>
      {(teams.length > 0 || filters.ownerTeamId !== '') &&
        facet('ownerTeamId', 'Owner', [...teams, ['none', 'No team']])}
      {facet('criticality', 'Criticality', CRITICALITY_OPTIONS)}
      {facet('dataClass', 'Data class', DATA_CLASS_OPTIONS)}
    </>
  );
}

function named(
  values: readonly (Criticality | DataClass)[],
): readonly (readonly [value: string, label: string])[] {
  return values.map((value) => [value, wordsOf(value)]);
}
