/** Ways of data in conditions of custom rules: names alone, as a way has no value. */
import type { DataEnd, DataFlow } from '../model/data-flow/flow.ts';
import type { TracePoint } from '../model/data-flow/trace.ts';
import { charged, type Members } from './member.ts';

/** Ways of data from a source to a sink. */
export const DATA_FLOW: Members = {
  family: {
    type: 'string',
    isName: true,
    about: '`secret`, `personal` or `untrusted`: what the rule follows.',
    read: ({ family }: DataFlow) => family,
  },
  sink: {
    type: 'string',
    isName: true,
    about: 'Which of the sinks of the rule the data reaches: `mail`.',
    read: ({ sink }: DataFlow) => sink,
  },
  from: { type: 'FlowEnd', about: 'Where the data comes in.', read: ({ from }: DataFlow) => from },
  to: { type: 'FlowEnd', about: 'Where the data gets out, or does harm.', read: ({ to }: DataFlow) => to },
  steps: {
    type: 'list<FlowStep>',
    about: 'The steps of the way, at most 12: of a longer one the first and the last.',
    read: ({ trace }: DataFlow, frame) => charged(trace, frame),
  },
};

/** The two ends of a way. */
export const FLOW_END: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'Name of the setting, variable, column or field.',
    read: ({ name }: DataEnd) => name,
  },
  step: {
    type: 'string',
    isName: true,
    about: 'Name of the step; empty for a variable or argument.',
    read: ({ step }: DataEnd) => step,
  },
  words: {
    type: 'string',
    isName: true,
    about: 'What it is: `password`, `mail`, `log message`.',
    read: ({ words }: DataEnd) => words,
  },
};

/** Steps of a way. */
export const FLOW_STEP: Members = {
  how: {
    type: 'string',
    isName: true,
    about: '`source`, `assigned`, `joined`, `passed`, `called`, `returned` or `sink`.',
    read: ({ how }: TracePoint) => how,
  },
  holder: {
    type: 'string',
    isName: true,
    about: 'Name of the variable, field or setting that has the data there.',
    read: ({ property }: TracePoint) => property,
  },
};
