/** Command that tries a new key. */
import { basePath } from '../../routing/paths.ts';
import { organisationId } from '../../session/session.ts';

/** Returns a command for the shell: it validates a file, or reads the plan where the key may not do that. */
export function curlLine(secret: string, scopes: readonly string[]): string {
  const address = `${location.origin}${basePath()}/api/v1`;
  const headers = [
    `-H 'Authorization: ApiKey ${secret}'`,
    ...(organisationId.value === null ? [] : [`-H 'X-Org-Id: ${organisationId.value}'`]),
  ];
  const rest = scopes.includes('analysis:write')
    ? ['-F platform=uipath', '-F file=@Main.xaml', `${address}/validate`]
    : [`${address}/usage`];
  return ['curl -sS', ...headers, ...rest].join(' \\\n  ');
}
