/** Form of a file of cases: tests of a pack. */
import { z } from 'zod';
import { PLATFORM_NAMES } from '../../analysis/model/platform.ts';
import { SEVERITIES } from '../../analysis/model/rule.ts';

const text = z.string().min(1).max(500);
const texts = z.array(text).max(500);

const expectation = z
  .strictObject({
    passed: z.boolean().optional(),
    /** `>= 80`, `<= 49` or `= 100`. */
    score: z
      .string()
      .regex(/^(?:>=|<=|=) ?\d{1,3}$/, 'write it as ">= 80"')
      .optional(),
    /** Rules that block, as `UIP-SEC-001` or `UIP-SEC-001@Send mail`: the whole list. */
    blocking: texts.optional(),
    absent: texts.optional(),
    severity: z.record(z.string(), z.enum(SEVERITIES)).optional(),
    /** Place that switched a rule on or off, as `pack.yaml:12`. */
    origin: z.record(z.string(), text).optional(),
  })
  .refine((expected) => Object.keys(expected).length > 0, 'expect something');

const policyCase = z
  .strictObject({
    name: text,
    /** Path of a workflow, relative to the pack's folder. */
    file: text.optional(),
    /** Piece of a workflow in the form of a rule's examples, by platform. */
    snippet: z.partialRecord(z.enum(PLATFORM_NAMES), z.string().max(100_000)).optional(),
    /** Path that the file is judged under; absent: its own. */
    path: text.optional(),
    environment: text.optional(),
    /** Rules that an approved exception waives. */
    exceptions: texts.optional(),
    expect: expectation,
  })
  .refine(({ file, snippet }) => (file === undefined) !== (snippet === undefined), {
    message: 'give a file or a snippet',
    path: ['file'],
  })
  .refine(({ snippet }) => snippet === undefined || Object.keys(snippet).length === 1, {
    message: 'give one platform',
    path: ['snippet'],
  });

/** Cases of a file. */
export const casesSchema = z.array(policyCase).min(1).max(1_000);

/** Test of a pack: a file, and what the pack says of it. */
export type PolicyCase = z.infer<typeof policyCase>;
