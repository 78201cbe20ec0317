/** The real service behind the app, in this process: gateway, core, jobs, and a database of its own. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after } from 'node:test';
import { openWebApp } from '../../../gateway/pages/app/web-app.ts';
import { buildWeb } from '../../../scripts/web/build-web.ts';
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { installRoot } from '../../../src/infra/process/install-root.ts';
import { webFolder } from '../../../src/infra/process/web-folder.ts';
import type { TaskName } from '../../../src/infra/queue/job.ts';
import { type Runner, startRunner } from '../../../src/jobs/runner.ts';
import { tasksOf } from '../../../src/jobs/tasks.ts';
import { webSourcesDigest } from '../../../src/processes/supervisor/web-sources.ts';
import type { Scope } from '../../../src/service/access/scopes.ts';
import type { HumanVerification } from '../../../src/service/free-scans/proof-of-work.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { type Identity, type TestCore, testCore } from '../../support/service/core.ts';
import { queueConnectionsClosed } from '../../support/service/stop-runner.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';
import { closePages } from './browser.ts';

/** Service with an organisation. */
export interface WebService {
  readonly url: string;
  readonly core: TestCore;
  /** Key with all scopes of its organisation. */
  readonly us: Identity;
  /** Headers with which a browser context acts as a key. */
  headersOf(identity: Identity): Record<string, string>;
  /** Sends a request of ours and returns the JSON answer. */
  call<Answer>(path: string, init?: RequestInit): Promise<Answer>;
  /** Validates a file and returns the id of the validation. */
  validate(path: string, fields?: Readonly<Record<string, string>>): Promise<string>;
  /** Works off queued jobs from now on, as a jobs process does. @param without tasks that are left out */
  startJobs(without?: readonly TaskName[]): Promise<void>;
}

/** What a test may choose. */
export interface WebServiceOptions {
  readonly scopes?: readonly Scope[];
  /** Verification of visitors by a captcha provider. */
  readonly captcha?: HumanVerification & { readonly widget: { readonly scriptUrl: string } };
  /** Path under which a proxy shows the service. */
  readonly basePath?: string;
}

/** Starts a service; everything ends after the file's last test. */
export async function startWebService({
  scopes,
  captcha,
  basePath = '',
}: WebServiceOptions = {}): Promise<WebService> {
  await buildOnce();
  const runners: Runner[] = [];
  let core: TestCore | undefined;
  after(closePages);
  // Before the database's own hook: a job that is under way when the database goes is tried for ever.
  after(async () => {
    if (runners.length === 0) return;
    for (const runner of runners) await runner.stop();
    await queueConnectionsClosed(core!.database.owner);
  });
  core = await testCore(captcha === undefined ? {} : { captcha });
  const { database, server } = core;
  const webApp = openWebApp(webFolder(), `http://127.0.0.1${basePath}`, false);
  const gateway = await startTestGateway({
    corePort: server.port,
    webApp,
    basePath,
    ...(captcha === undefined ? {} : { captchaOrigin: new URL(captcha.widget.scriptUrl).origin }),
  });
  after(() => gateway.stop());
  const us = await core.identity(scopes);
  const headersOf = ({ key, orgId }: Identity) => ({ Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId });
  const call = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${gateway.url}/api/v1${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...headersOf(us) },
    });
    return (await response.json()) as Answer;
  };
  return {
    url: gateway.url,
    core,
    us,
    headersOf,
    call,
    async validate(path, fields = {}) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ platform: 'uipath', ...fields })) body.append(name, value);
      body.append('file', new Blob([new Uint8Array(readFileSync(path))]), basename(path));
      const { validationId } = await call<{ validationId: string }>('/validate', { method: 'POST', body });
      return validationId;
    },
    async startJobs(without = []) {
      const peer = connectCore(`127.0.0.1:${server.port}`, SECRETS_KEY);
      after(() => peer.close());
      const deps = {
        sql: database.ownerSql,
        blobs: await openBlobs(database.ownerSql, null),
        core: peer,
        log: createLogger('silent', 'test'),
        signal: new AbortController().signal,
      };
      for (const name of ['interactive', 'batch'] as const) {
        const tasks = tasksOf(name).filter(([task]) => !without.includes(task));
        runners.push(await startRunner({ name, databaseUrl: database.url, deps, tasks }));
      }
    },
  };
}

/** Builds the app unless the last build is of the same sources. */
async function buildOnce(): Promise<void> {
  try {
    const { sources } = JSON.parse(readFileSync(`${webFolder()}/manifest.json`, 'utf8')) as {
      sources: string;
    };
    if (sources === webSourcesDigest(installRoot())) return;
  } catch {
    // There is no build yet.
  }
  await buildWeb({ folder: webFolder(), form: 'cached' });
}
