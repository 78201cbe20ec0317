/** Encodes results with many findings in several turns of the event loop, so that other calls are not blocked. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Complete } from '../../contract/complete.ts';
import { BlockingFinding, Finding, ValidationResult } from '../../gen/flowarden/v1/report.ts';
import { GetValidationResponse, ValidationServiceService } from '../../gen/flowarden/v1/validation.ts';
import { VALIDATION_LIMITS } from '../../service/validations/limits.ts';

/** Field numbers of `flowarden/v1/report.proto` and `validation.proto`. */
const VALIDATION = 1;
const FINDINGS = 14;
const BLOCKING_FINDINGS = 15;

/** Message, or its bytes if they are large. */
export type EncodedOr<Message> = Complete<Message> | Buffer;

/** Encodes an answer with many findings in several turns; returns any other unchanged. */
export async function encodeLarge(
  answer: Complete<GetValidationResponse>,
): Promise<EncodedOr<GetValidationResponse>> {
  const { validation } = answer;
  if (validation === undefined || validation.findings.length <= VALIDATION_LIMITS.largeReadTurnFindings)
    return answer;
  const head = { ...validation, findings: [], blockingFindings: [] };
  const parts = [
    ValidationResult.encode(head).finish(),
    ...(await encodeList(FINDINGS, Finding, validation.findings)),
    ...(await encodeList(BLOCKING_FINDINGS, BlockingFinding, validation.blockingFindings)),
  ];
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([
    new BinaryWriter().tag(VALIDATION, WireType.LengthDelimited).uint32(bytes).finish(),
    ...parts,
    GetValidationResponse.encode({ ...answer, validation: undefined }).finish(),
  ]);
}

/** Method whose answer may already be encoded. */
export const encodedGetValidation = {
  ...ValidationServiceService.getValidation,
  responseSerialize: (answer: EncodedOr<GetValidationResponse>): Buffer =>
    Buffer.isBuffer(answer) ? answer : Buffer.from(GetValidationResponse.encode(answer).finish()),
  responseDeserialize: (bytes: Buffer): EncodedOr<GetValidationResponse> => bytes,
};

async function encodeList<Message>(
  field: number,
  type: { encode(message: Message, writer: BinaryWriter): BinaryWriter },
  list: readonly Message[],
): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (let from = 0; from < list.length; from += VALIDATION_LIMITS.largeReadTurnFindings) {
    const writer = new BinaryWriter();
    for (const message of list.slice(from, from + VALIDATION_LIMITS.largeReadTurnFindings))
      type.encode(message, writer.tag(field, WireType.LengthDelimited).fork()).join();
    parts.push(writer.finish());
    await nextTurn();
  }
  return parts;
}
