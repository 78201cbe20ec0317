/** Sources of runs, as people read them. */

/** Sources of our own, and that of pipelines. */
const LABELS = new Map([
  ['cicd', 'CI/CD'],
  ['app', 'App'],
]);

/** Returns the label of a source; the API is where a run without one comes from. */
export function sourceLabel(source: string | null): string {
  if (source === null || source === '' || source === 'api') return 'API';
  return LABELS.get(source) ?? source;
}
