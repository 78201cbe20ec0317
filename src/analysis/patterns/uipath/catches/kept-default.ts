/** Tries in code that read one asset into a variable, which otherwise keeps its default. */
import type { Activity, Workflow } from '../../../model/workflow.ts';

/** Steps that read a setting of the tenant. */
const READS_SETTING = /^Get(?:RobotAsset|Asset)$/;

/** Returns the key of the variable that a step sets; undefined where it sets none. */
function setBy({ role, properties }: Activity): string | undefined {
  if (role !== 'assign') return undefined;
  return properties.find(({ direction }) => direction === 'out')?.expression?.mentions[0];
}

/**
 * Returns whether a Try only reads assets into variables that code before it has given a value:
 * `try { bucket = (string)system.GetAsset("BUCKET"); } catch { }`.
 */
export function keepsDefault({ kind, activities, children }: Workflow, attempt: Activity): boolean {
  if (kind !== 'uipath-coded-workflow') return false;
  const steps = children[attempt.index]!.map((child) => activities[child]!).filter(
    ({ slot, enabled }) => slot === 'Try' && enabled,
  );
  const reads = steps.some(({ type }) => READS_SETTING.test(type));
  const before = new Set(
    activities.slice(0, attempt.index).flatMap((step) => (step.enabled ? (setBy(step) ?? []) : [])),
  );
  const hasValue = (step: Activity): boolean => {
    const key = setBy(step);
    return key !== undefined && before.has(key);
  };
  return reads && steps.every((step) => READS_SETTING.test(step.type) || hasValue(step));
}
