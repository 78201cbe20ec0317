/** `flowarden policy publish`: sends a built pack to the service. */
import { FlowardenError } from '../../../clients/typescript/src/errors.ts';
import { print, printError } from '../../infra/logging/output.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { PolicyError } from '../../policy/problems.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { submitConfig } from '../submit/config.ts';
import { connect } from '../submit/connection.ts';
import { explainFailure } from '../submit/explain-failure.ts';
import { type PolicyArguments, requireArgument } from './arguments.ts';
import { readLimited } from './read-built.ts';

/** Codes that are about the pack itself. */
const REJECTIONS = ['policy_pack_invalid', 'state_conflict'];

/**
 * Publishes a pack, or has it checked only. Nothing is in force before it is assigned.
 * @throws PolicyError if the service rejects the pack
 */
export async function publishCommand(given: PolicyArguments): Promise<number> {
  const file = requireArgument(given.operands[0], 'Name the built file.');
  const { server, org, keyFile, checkOnly, allowRollback } = given;
  const bytes = await readLimited(file);
  const note = (sentence: string): void => printError(`flowarden: note: ${sentence}\n`);
  const connection = await connect({ server, orgId: org, keyFile }, submitConfig(), note);
  const form = {
    file: new Blob([new Uint8Array(bytes)]),
    ...(checkOnly ? { dry_run: true } : {}),
    ...(allowRollback ? { allow_rollback: true } : {}),
  };
  const published = await connection.client
    .call('publishPolicyPack', { form, filename: 'pack.flowpack' })
    .catch((error: unknown) => {
      throw failureOf(error, file, connection.server);
    });
  const { slug, version, revision } = published;
  const what = checkOnly ? 'can be published' : 'is published; nothing holds before it is assigned';
  print(`${showControlCharacters(file)}: ${slug}@${version}, revision ${revision}, ${what}.\n`);
  return 0;
}

function failureOf(error: unknown, file: string, server: string): unknown {
  if (!(error instanceof FlowardenError)) return explainFailure(error, server);
  if (REJECTIONS.includes(error.code))
    return new PolicyError([{ file, line: 0, message: error.message }], { cause: error });
  if (error.code !== 'insufficient_scope') return explainFailure(error, server);
  const message = `${error.message} Publishing needs policies:write, and --allow-rollback policies:assign too.`;
  return new StartError(message, 2, { cause: error });
}
