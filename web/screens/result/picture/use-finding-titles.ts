/** Titles of the findings of a result, for the labels of its picture. */
import { useMemo } from 'preact/hooks';
import { listResultFindings } from '../../../api/calls/results.ts';
import { useCall } from '../../../api/use-call.ts';

/** Findings whose titles are loaded: labels of further ones name the severity alone. */
const TITLES_MAX = 200;

/** Returns the title of a finding; undefined until it is loaded. */
export function useFindingTitles(id: string): (findingId: string) => string | undefined {
  const { data } = useCall(listResultFindings, {
    params: { validationId: id },
    query: { pageSize: TITLES_MAX },
  });
  return useMemo(() => {
    const titles = new Map(data?.findings.map((finding) => [finding.id, finding.rule]));
    return (findingId) => titles.get(findingId) ?? undefined;
  }, [data]);
}
