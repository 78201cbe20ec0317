/** Header with the environment whose settings applied to a run. */

const NAME = 'X-Service-Environment';

/** Documentation of the header. */
export const ENVIRONMENT_HEADER = {
  [NAME]: 'The environment whose settings decided; absent when the run named none.',
};

/** Returns the header of an answer; none if no environment applied. */
export function environmentHeaders({
  environment,
}: {
  readonly environment?: string | undefined;
}): Readonly<Record<string, string>> {
  return environment === undefined || environment === '' ? {} : { [NAME]: environment };
}
