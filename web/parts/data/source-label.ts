/** Sources of runs, as people read them. */

/** Returns the label of a source; the API is where a run without one comes from. */
export function sourceLabel(source: string | null): string {
  if (source === null || source === '' || source === 'api') return 'API';
  return source === 'cicd' ? 'CI/CD' : source;
}
