/** Checks the TLS settings of `serve`, whose processes call each other like external clients. */
import { StartError } from '../../infra/process/start-error.ts';
import type { TlsConfig } from '../../infra/settings/tls-setting.ts';
import { readMaterial } from '../../infra/tls/material.ts';

/**
 * Checks the settings before anything starts, as invalid ones would restart the roles in a loop. @throws StartError
 */
export function checkTls({ server, core }: TlsConfig): void {
  if (!server !== !core) {
    throw new StartError(
      'FLOWARDEN_TLS_CERT and FLOWARDEN_CORE_TLS_CA must be set together: the gateway and the jobs call the core over TLS too, and must know whose certificate it has. FLOWARDEN_CORE_TLS_NAME is the name in it, where that is not the address.',
      2,
    );
  }
  if (server?.ca && !core?.cert) {
    throw new StartError(
      'FLOWARDEN_TLS_CLIENT_CA needs FLOWARDEN_CORE_TLS_CERT and FLOWARDEN_CORE_TLS_KEY: the core requires a certificate of the gateway and the jobs too.',
      2,
    );
  }
  for (const files of [server, core]) if (files) readMaterial(files, new Date());
}
