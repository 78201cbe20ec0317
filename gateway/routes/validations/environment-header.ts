/** The header that names the environment whose settings decided about a run. */

const NAME = 'X-Service-Environment';

/** The header as the API reference explains it. */
export const ENVIRONMENT_HEADER = {
  [NAME]: 'The environment whose settings decided; absent when the run named none.',
};

/** The header of an answer; none when no environment decided. */
export function environmentHeaders({
  environment,
}: {
  readonly environment?: string | undefined;
}): Readonly<Record<string, string>> {
  return environment === undefined || environment === '' ? {} : { [NAME]: environment };
}
