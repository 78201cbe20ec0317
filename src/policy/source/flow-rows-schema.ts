/** Form of the rows that a policy pack adds to the tables about data flow. */
import { z } from 'zod';
import { FAMILIES } from '../../analysis/model/data-flow/family.ts';
import { SINK_KINDS } from '../../analysis/model/data-flow/flow.ts';
import type { OwnStep } from '../../analysis/model/data-flow/own-rows.ts';
import { POLICY_LIMITS } from '../limits.ts';

/** A name that says something: a pattern for everything would make every step a source. */
const name = z
  .string()
  .min(1)
  .max(POLICY_LIMITS.flowNameCharactersMax)
  .refine((text) => text.replaceAll('*', '').trim().length > 1, 'write at least two characters besides `*`');
const names = z.array(name).min(1).max(POLICY_LIMITS.flowNamesMax);
const words = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'write one line without control characters')
  .meta({ description: 'Words for it in a sentence: `record of an employee`.' });

const step = {
  steps: names.optional().meta({
    description:
      "Steps by the vendor's names: `GetEmployee`, `connector/operation` of a cloud flow, `object::action` of Blue Prism; `*` stands for any characters.",
  }),
  hosts: names.optional().meta({
    description:
      'Steps that send a request to one of these hosts: `hr.corp.example`, `*.corp.example`. With `steps`, both must hold.',
  }),
  when: z
    .record(name, z.string().min(1).max(POLICY_LIMITS.flowNameCharactersMax))
    // Without a setting the row would hold for every step of its name.
    .refine((tests) => Object.keys(tests).length > 0, 'name a setting')
    .refine((tests) => Object.keys(tests).length <= 5, 'name at most 5 settings')
    .optional()
    .meta({ description: 'Texts that settings of the step must have, by their names.' }),
  settings: names
    .optional()
    .meta({ description: 'Settings that hold the data; `output`: what the step gives. Without it, all.' }),
};

/** Returns whether a row says which steps it is about. */
const hasStep = ({ steps, hosts }: OwnStep): boolean => steps !== undefined || hosts !== undefined;
const NO_STEP = 'name steps or hosts';

const rows = <Row extends z.ZodType>(row: Row) => z.array(row).min(1).max(POLICY_LIMITS.flowRowsMax);

/** Rows of a rule that data comes in by. */
export const ownSources = rows(
  z.union([z.strictObject({ ...step, words }).refine(hasStep, NO_STEP), z.strictObject({ names, words })]),
);
/** Rows of a rule about places that data must not get to. */
export const ownSink = z.strictObject({ sink: z.enum(SINK_KINDS), ...step, words }).refine(hasStep, NO_STEP);
/** Rows of a rule about steps and functions that make data safe. */
export const ownBarriers = rows(
  z.union([z.strictObject(step).refine(hasStep, NO_STEP), z.strictObject({ functions: names })]),
);
/** Rows of a rule about tests that make data safe. */
export const ownGuards = rows(z.strictObject({ functions: names }));

/** Rows of a rule in a built pack. */
export const builtRows = z.strictObject({
  sources: ownSources.optional(),
  sinks: rows(ownSink).optional(),
  barriers: ownBarriers.optional(),
  guards: ownGuards.optional(),
});

/** Names that hold data, by its family. */
export const dataClasses = z
  .strictObject(
    Object.fromEntries(
      FAMILIES.filter((family) => family !== 'download').map((family) => [family, names.optional()]),
    ) as Record<(typeof FAMILIES)[number], z.ZodOptional<typeof names>>,
  )
  .meta({ description: 'Names of variables, arguments, columns and fields that hold data of a family.' });
