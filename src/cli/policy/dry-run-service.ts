/** Dry run in the service, over the runs that it has stored. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FlowardenError } from '../../../clients/typescript/src/errors.ts';
import { printError } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { submitConfig } from '../submit/config.ts';
import { connect } from '../submit/connection.ts';
import { explainFailure } from '../submit/explain-failure.ts';
import type { PolicyArguments } from './arguments.ts';
import { printDryRun } from './dry-run-text.ts';

/** Pause between two looks at a dry run. */
const LOOK_MS = 500;

/** A built pack, as the service knows it. */
export interface PublishedFile {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/** Starts a dry run of a published pack and waits for its end. @throws StartError (exit 2) if it is not published */
export async function dryRunService(pack: PublishedFile, given: PolicyArguments): Promise<number> {
  const { server, org, keyFile, environment, branch } = given;
  const selection = {
    ...(environment === undefined ? {} : { environment }),
    ...(branch === undefined ? {} : { branch }),
    ...numberOf('days', given.days),
    ...numberOf('runs', given.runs),
  };
  const note = (sentence: string): void => printError(`flowarden: note: ${sentence}\n`);
  const { client, server: address } = await connect({ server, orgId: org, keyFile }, submitConfig(), note);
  try {
    const { name: slug, version } = pack;
    const { versions } = await client.call('getPolicyPack', { path: { slug } });
    const published = versions.find((one) => one.version === version);
    if (published?.digest !== pack.sha256) throw notPublished(pack, published !== undefined);
    const started = await client.call('startPolicyDryRun', { path: { slug, version }, body: selection });
    let dryRun = started;
    while (dryRun.status === 'running') {
      await sleep(LOOK_MS);
      dryRun = await client.call('getPolicyDryRun', { path: { id: started.id } });
    }
    if (dryRun.result === null) throw new StartError(dryRun.error?.message ?? 'The dry run has failed.', 2);
    printDryRun(`${slug}@${version} against what has judged each workflow last`, dryRun.result);
    return 0;
  } catch (error) {
    if (error instanceof FlowardenError && error.code === 'not_found') throw notPublished(pack, false);
    if (error instanceof FlowardenError && error.code === 'insufficient_scope') {
      const message = `${error.message} A dry run needs analysis:read, policies:read, and policies:write or policies:assign.`;
      throw new StartError(message, 2, { cause: error });
    }
    throw explainFailure(error, address);
  }
}

function numberOf(name: 'days' | 'runs', text: string | undefined): Partial<Record<'days' | 'runs', number>> {
  if (text === undefined) return {};
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return { [name]: value };
  throw new StartError(`--${name} must be a whole number above 0; it is ${JSON.stringify(text)}.`, 2);
}

function notPublished({ name, version }: PublishedFile, isOther: boolean): StartError {
  const problem = isOther
    ? `The service has another file of ${name}@${version}. Raise the version and the revision, build the pack, and publish it.`
    : `${name}@${version} is not published. Publish it with \`flowarden policy publish\`: nothing holds before it is assigned.`;
  return new StartError(`${problem} Or add --on DIR, which needs no service.`, 2);
}
