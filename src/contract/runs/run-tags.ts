/** Tags of a run: what its submitter says of it, stored as it was sent and shown with the result. */

/**
 * Names of the tags: the member of requests and answers, the field of the form, and the column. Each of them follows
 * from this list.
 */
export const RUN_TAGS = ['label', 'source'] as const;

/** Name of a tag. */
export type RunTag = (typeof RUN_TAGS)[number];

/** Tags of a run. Null: not sent. */
export type RunTags = Readonly<Record<RunTag, string | null>>;

/** Makes a record with a value for each tag. */
export function eachTag<Value>(valueFor: (tag: RunTag) => Value): Record<RunTag, Value> {
  return Object.fromEntries(RUN_TAGS.map((tag) => [tag, valueFor(tag)])) as Record<RunTag, Value>;
}

/** Returns the tags of a submission or a project, which the run keeps. */
export function runTags(tagged: RunTags): RunTags {
  return eachTag((tag) => tagged[tag]);
}
