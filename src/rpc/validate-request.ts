/** A ValidateRequest from the wire as a submission: every field checked, or the error that names it. */
import { AppError } from '../errors.ts';
import type { ValidateRequest } from '../gen/flowarden/v1/validation.ts';
import { LIMITS } from '../limits.ts';
import { ENFORCEMENT_MODES } from '../model/report.ts';
import { BUILTIN_RULESETS, type BuiltinRuleset } from '../model/ruleset.ts';
import { readPipelineContext } from '../pipeline.ts';
import type { Submission } from '../validations.ts';
import { count, optionalChoice, optionalText, platformField } from './fields.ts';
import { isBufferFree } from './validate-codec.ts';

const RULESETS = Object.keys(BUILTIN_RULESETS) as readonly BuiltinRuleset[];
/** The environments of an organisation that has defined none. */
const ENVIRONMENTS = ['development', 'test', 'staging', 'production'] as const;
/** No organisation can make a policy pack yet. */
const POLICY_PACKS = [] as const;

/** The submission that a request means. @throws AppError of the first field that is wrong */
export function readValidateRequest(request: ValidateRequest): Submission {
  checkSize(request.file);
  const platform = platformField(request.platform);
  const enforcementMode = optionalChoice(
    'enforcement_mode',
    request.enforcementMode,
    ENFORCEMENT_MODES,
    'invalid_enforcement_mode',
  );
  const name = (
    field: 'ruleset' | 'policy_pack' | 'environment',
    value: string,
    charactersMax: number,
  ): string => optionalText(field, value, charactersMax) ?? '';
  const ruleset = name('ruleset', request.ruleset, LIMITS.rulesetCharactersMax);
  const policyPack = name('policy_pack', request.policyPack, LIMITS.policyPackCharactersMax);
  const environment = name('environment', request.environment, LIMITS.environmentCharactersMax);
  optionalChoice('policy_pack', policyPack, POLICY_PACKS, 'unknown_policy_pack');
  return {
    file: request.file,
    isFileBufferFree: isBufferFree(request),
    filename: filenameField(request.filename),
    platform,
    enforcementMode,
    ruleset: optionalChoice('ruleset', ruleset, RULESETS, 'unknown_ruleset'),
    environment: optionalChoice('environment', environment, ENVIRONMENTS, 'unknown_environment'),
    label: optionalText('label', request.label, LIMITS.labelCharactersMax),
    source: optionalText('source', request.source, LIMITS.sourceCharactersMax),
    pipeline: readPipelineContext(request.metadata),
  };
}

function checkSize(file: Uint8Array): void {
  const bytes = file.byteLength;
  if (bytes === 0) {
    throw new AppError('empty_file', 'The file has no bytes. Check that it was read before it was sent.', {
      field: 'file',
    });
  }
  const limit = LIMITS.fileBytesSyncMax;
  if (bytes <= limit) return;
  throw new AppError('file_too_large', `The file is ${count(bytes)} bytes; the limit is ${count(limit)}.`, {
    field: 'file',
    bytes: String(bytes),
    limitBytes: String(limit),
  });
}

/** The file's own name: without folders and control characters, cut at the front as the ending says more. */
function filenameField(value: string): string {
  const name = value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1);
  const clean = name
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .toWellFormed();
  if (clean === '') {
    throw new AppError('missing_field', 'filename is missing. Send the name of the file.', {
      field: 'filename',
    });
  }
  const { filenameCharactersMax } = LIMITS;
  return clean.length <= filenameCharactersMax
    ? clean
    : `…${clean.slice(1 - filenameCharactersMax).toWellFormed()}`;
}
