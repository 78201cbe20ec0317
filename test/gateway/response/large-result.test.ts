/** Large results: what is written in pieces is what would be written as a whole, to the byte. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { presenter } from '../../../gateway/contract/present.ts';
import { LARGE_ANSWER_BYTES_MIN, withLargeResult } from '../../../gateway/core/large-result.ts';
import { GATEWAY_LIMITS } from '../../../gateway/limits.ts';
import { piecesPresenter } from '../../../gateway/response/json-pieces.ts';
import type { Complete } from '../../../src/contract/complete.ts';
import { WIRE_CASES } from '../../../src/contract/wire-case.ts';
import type { BlockingFinding, Finding, ValidationResult } from '../../../src/gen/flowarden/v1/report.ts';
import { GetValidationResponse, ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import { encodedGetValidation, encodeLarge } from '../../../src/rpc/convert/encode-result.ts';
import { breakMarkers } from '../../../src/text/log-commands.ts';
import { resultMessage } from '../support/messages.ts';

const { getValidation } = ValidationServiceService;
const large = withLargeResult(getValidation);

/** Texts with what JSON escapes, what CI agents read, and what looks like the JSON around them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '##vso[task.complete]',
    '#',
    '[',
    '#"]',
    '","findings":[',
    '}',
    '\u2028é漢🙂',
    '\u0000',
  ),
);
const optionalText = fc.option(text, { nil: undefined });
const blocking: fc.Arbitrary<BlockingFinding> = fc.record({
  id: text,
  severity: text,
  rule: text,
  location: text,
  sourceXPath: text,
  sourceLineNumber: fc.nat(),
  detectorId: text,
  exceptionId: optionalText,
  exceptionStatus: text,
  description: text,
});
const finding: fc.Arbitrary<Finding> = fc
  .tuple(
    blocking,
    fc.record({
      catalogRuleId: text,
      category: text,
      remediation: text,
      complianceTags: fc.array(text, { maxLength: 3 }),
    }),
  )
  .map(([shared, own]) => ({ ...shared, ...own }));
const result: fc.Arbitrary<ValidationResult> = fc
  .record({
    filename: optionalText,
    label: optionalText,
    findings: fc.array(finding, { maxLength: 6 }),
    blockingFindings: fc.array(blocking, { maxLength: 6 }),
    repeats: fc.constantFrom(0, 1, 40, 150),
    score: fc.nat(100),
    validationMs: fc.nat(),
  })
  .map(({ repeats, findings, blockingFindings, ...fields }) => ({
    ...resultMessage(),
    ...fields,
    findings: Array.from({ length: repeats }, () => findings).flat(),
    blockingFindings: Array.from({ length: repeats }, () => blockingFindings).flat(),
  }));

/** The bytes as the core sends them, however small the answer is. */
async function sent(message: ValidationResult): Promise<Buffer> {
  const validation = message as Complete<ValidationResult>;
  return encodedGetValidation.responseSerialize(await encodeLarge({ validation, run: undefined }));
}

/** Makes an answer one that is large, with a field that no reader knows. */
function enlarged(bytes: Buffer): Buffer {
  const unknown = Buffer.alloc(LARGE_ANSWER_BYTES_MIN);
  const length = [
    (unknown.length & 0x7f) | 0x80,
    ((unknown.length >>> 7) & 0x7f) | 0x80,
    unknown.length >>> 14,
  ];
  // Field 15, length-delimited.
  return Buffer.concat([bytes, Buffer.from([0x7a, ...length]), unknown]);
}

describe('a large result', () => {
  it('is encoded in turns as the same message', async () => {
    await fc.assert(
      fc.asyncProperty(result, async (validation) => {
        const whole = GetValidationResponse.encode({ validation, run: undefined }).finish();
        assert.deepEqual(
          getValidation.responseDeserialize(await sent(validation)),
          GetValidationResponse.decode(whole),
        );
      }),
      { numRuns: 150 },
    );
  });

  for (const wireCase of WIRE_CASES) {
    const present = presenter('flowarden.v1.ValidationResult', wireCase);
    const presentPieces = piecesPresenter('flowarden.v1.ValidationResult', wireCase);

    it(`is written in pieces as the same ${wireCase} text`, async () => {
      await fc.assert(
        fc.asyncProperty(result, async (validation) => {
          const bytes = await sent(validation);
          const decoded = large.responseDeserialize(enlarged(bytes));
          assert.notEqual(decoded.largeBytes, null);
          const pieces = [...presentPieces(decoded.validation)];
          const whole = breakMarkers(
            JSON.stringify(present(getValidation.responseDeserialize(bytes).validation)),
          );
          assert.equal(pieces.join(''), whole);
        }),
        { numRuns: 150 },
      );
    });
  }

  it('is written in pieces of a bounded size', () => {
    const findings = Array.from({ length: 5_000 }, () => resultMessage().findings[0]!);
    const pieces = [
      ...piecesPresenter('flowarden.v1.ValidationResult', 'camel')({ ...resultMessage(), findings }),
    ];
    assert.ok(pieces.length > 10);
    assert.ok(Math.max(...pieces.map((piece) => piece.length)) < 2 * GATEWAY_LIMITS.answerPieceBytes);
  });
});
