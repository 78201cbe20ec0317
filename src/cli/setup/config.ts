/** Environment of the commands that write files of a repository: the address of the service. */

/** Characters of an address that mean the same in YAML, in JSON, in Groovy and in a shell. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.:[\]/~-]+$/;

/** Returns the address in `FLOWARDEN_URL` without a trailing slash; null if it is unset or cannot stand in a file. */
export function configuredAddress(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const url = URL.parse(environment.FLOWARDEN_URL ?? '');
  if (url === null || url.username !== '' || url.password !== '') return null;
  const address = `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
  return PLAIN_ADDRESS.test(address) ? address : null;
}
