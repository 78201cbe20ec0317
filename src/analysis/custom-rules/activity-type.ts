/** The type of activities in conditions of custom rules. */
import { ancestorsOf, childrenOf, literalOf, propertyOf } from '../model/navigate.ts';
import type { Activity, Anchor, Property } from '../model/workflow.ts';
import { burn } from './fuel.ts';
import { charged, type EvaluationFrame, type Member, type Members } from './member.ts';
import { hostOf } from './text-functions.ts';

/** Stands for the activity of what belongs to the whole workflow. */
const NO_ACTIVITY: Activity = {
  at: 0,
  owner: -1,
  index: -1,
  parent: -1,
  slot: '',
  type: '',
  role: 'other',
  name: '',
  id: '',
  enabled: true,
  reachable: true,
  properties: [],
};

/** The activity that holds a subject. */
export const NODE: Member = {
  type: 'Activity',
  about: 'Its activity; one without a name, type and settings where it belongs to the whole workflow.',
  read: ({ owner }: Anchor, { workflow }) => workflow.activities[owner] ?? NO_ACTIVITY,
};

/** Settings whose names one step compares. */
const NAMES_PER_STEP = 16;

/** Returns a setting, for a step that grows with their number. */
function settingOf(activity: Activity, frame: EvaluationFrame, name: string): Property | undefined {
  burn(frame.fuel, 1 + Math.trunc(activity.properties.length / NAMES_PER_STEP));
  return propertyOf(activity, name);
}

function hostOfActivity({ properties }: Activity, frame: EvaluationFrame): string {
  burn(frame.fuel, 1 + Math.trunc(properties.length / NAMES_PER_STEP));
  for (const property of properties) {
    const host = hostOf(literalOf(property) ?? property.text);
    if (host !== '') return host;
  }
  return '';
}

function mentions(activity: Activity, key: string, direction: Property['direction']): boolean {
  const wanted = key.toLowerCase();
  return activity.properties.some(
    (property) =>
      property.direction === direction &&
      property.expression?.mentions.some((mentioned) => mentioned.toLowerCase() === wanted) === true,
  );
}

/** Activities. */
export const ACTIVITY: Members = {
  name: {
    type: 'string',
    isName: true,
    about: 'The name that the author sees.',
    read: ({ name }: Activity) => name,
  },
  type: {
    type: 'string',
    isName: true,
    about: "The vendor's name: `InvokeWorkflowFile`, `TaskBot/runTask`.",
    read: ({ type }: Activity) => type,
  },
  role: {
    type: 'string',
    isName: true,
    about: 'Meaning on every platform: `http`, `email`, `loop`, `try`, `log` and others.',
    read: ({ role }: Activity) => role,
  },
  slot: {
    type: 'string',
    isName: true,
    about: 'Part of the container: `Then`, `Body`.',
    read: ({ slot }: Activity) => slot,
  },
  host: {
    type: 'string',
    isName: true,
    about: 'Host of the first address in its settings; empty without one.',
    read: hostOfActivity,
  },
  depth: {
    type: 'int',
    about: 'Number of containers around it.',
    read: (activity: Activity, frame) => charged([...ancestorsOf(frame.workflow, activity)], frame).length,
  },
  ancestors: {
    type: 'list<Activity>',
    about: 'Its containers, the innermost first.',
    read: (activity: Activity, frame) => charged([...ancestorsOf(frame.workflow, activity)], frame),
  },
  children: {
    type: 'list<Activity>',
    about: 'The activities directly inside it.',
    read: (activity: Activity, frame) =>
      activity === NO_ACTIVITY ? [] : charged(childrenOf(frame.workflow, activity), frame),
  },
  properties: {
    type: 'list<Property>',
    about: 'Its settings.',
    read: ({ properties }: Activity, frame) => charged(properties, frame),
  },
  lit: {
    type: 'string',
    texts: 1,
    about: 'The fixed text of a setting; empty if it has none or is computed.',
    read: (activity: Activity, frame, name) => literalOf(settingOf(activity, frame, name!)) ?? '',
  },
  prop: {
    type: 'string',
    texts: 1,
    about: 'The text of a setting, or the source of its expression.',
    read: (activity: Activity, frame, name) => settingOf(activity, frame, name!)?.text ?? '',
  },
  dyn: {
    type: 'bool',
    texts: 1,
    about: 'Whether a setting is computed at run time.',
    read: (activity: Activity, frame, name) => {
      const found = settingOf(activity, frame, name!);
      return found !== undefined && literalOf(found) === undefined;
    },
  },
  reads: {
    type: 'bool',
    texts: 1,
    about: 'Whether one of its expressions mentions a variable or argument.',
    read: (activity: Activity, frame, name) => {
      charged(activity.properties, frame);
      return mentions(activity, name!, 'in');
    },
  },
  writes: {
    type: 'bool',
    texts: 1,
    about: 'Whether it writes a variable or argument.',
    read: (activity: Activity, frame, name) => {
      charged(activity.properties, frame);
      return mentions(activity, name!, 'out');
    },
  },
};
