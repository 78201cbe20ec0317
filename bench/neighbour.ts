/** Another organisation of a service, whose calls are measured beside those of the first. */
import { spawnSync } from 'node:child_process';
import { PROGRAM } from './service.ts';

/** Creates a key of another organisation of a service. */
export function keyOfNeighbour(dataDir: string): Readonly<Record<string, string>> {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, 'keys', 'create', '--name', 'Neighbour', '--new-org', 'Neighbour'],
    { env: { ...process.env, FLOWARDEN_DATA_DIR: dataDir, DATABASE_URL: '' }, encoding: 'utf8' },
  );
  const [key] = /fwd_live_\w+/.exec(stdout) ?? [];
  const [orgId] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(stdout) ?? [];
  if (key === undefined || orgId === undefined) throw new Error(`No key was made: ${stderr}`);
  return { Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId };
}
