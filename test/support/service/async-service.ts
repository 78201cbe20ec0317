/** A whole service for tests of validations that run later: a core, a gateway, an organisation, and calls of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { type Answer, call } from '../../gateway/support/api.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { type Identity, type TestCoreOptions, testCore } from './core.ts';

export const SAMPLE = readFileSync(join(import.meta.dirname, '../../../samples/uipath/Main.xaml'));

/** Starts it; it ends after the file's last test. */
export async function asyncService(options: TestCoreOptions = {}) {
  const core = await testCore(options);
  const draining = new AbortController();
  const gateway = await startTestGateway({ corePort: core.server.port, draining: draining.signal });
  after(() => gateway.stop());
  const us = await core.identity();

  function send(path: string, init: RequestInit = {}, identity: Identity = us): Promise<Answer> {
    const credentials = { Authorization: `ApiKey ${identity.key}`, 'X-Org-Id': identity.orgId };
    const headers = { ...(init.headers as Record<string, string>), ...credentials };
    return call(gateway, `/api/v1${path}`, { ...init, headers });
  }

  function submit(
    fields: Record<string, string> = {},
    file: Uint8Array = SAMPLE,
    path = '/validate/async',
    headers: Record<string, string> = {},
    identity: Identity = us,
  ): Promise<Answer> {
    const body = new FormData();
    for (const [name, value] of Object.entries({ platform: 'uipath', ...fields })) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(file)]), 'Main.xaml');
    return send(path, { method: 'POST', body, headers }, identity);
  }

  return { core, gateway, draining, us, send, submit };
}
