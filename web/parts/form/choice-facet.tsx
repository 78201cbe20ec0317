/** Facet with one chosen value at a time. */
import { Facet, type FacetOption } from './filters.tsx';

interface ChoiceFacetProps {
  readonly label: string;
  readonly options: readonly FacetOption[];
  /** Chosen value; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Shows the facet; a chosen value that is not offered is added. */
export function ChoiceFacet({ label, options, value, onChange }: ChoiceFacetProps) {
  const isOffered = value === '' || options.some((option) => option.value === value);
  return (
    <Facet
      label={label}
      options={isOffered ? options : [{ value, label: <bdi>{value}</bdi> }, ...options]}
      chosen={value === '' ? [] : [value]}
      onChange={(chosen) => onChange(chosen.find((other) => other !== value) ?? '')}
    />
  );
}
