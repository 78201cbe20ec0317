/** Keys of the findings of a file that may have copies in other files, stored apart from the findings. */
import { waiverOf } from '../../../analysis/engine/findings/list-mistakes.ts';
import type { Finding } from '../../../analysis/model/finding.ts';
import { isExcepted } from '../../../analysis/model/gate.ts';
import type { CopyKeysByPlace } from '../store/project-record.ts';

/** Returns the keys of findings by place; undefined: none has one. What is waived is compared with its like alone. */
export function copyKeysOf(findings: readonly Finding[]): CopyKeysByPlace | undefined {
  const keys = findings.flatMap((finding, index) => {
    const { id, contentKey, severity } = finding;
    if (contentKey === undefined) return [];
    const key = `${contentKey} ${waiverOf(finding)}`;
    return [[index + 1, { id, key, severity, isExcepted: isExcepted(finding) }] as const];
  });
  return keys.length === 0 ? undefined : Object.fromEntries(keys);
}

/** Returns findings without their keys, each of those behind a listed one too. */
export function withoutContentKeys(findings: readonly Finding[]): readonly Finding[] {
  return findings.map(withoutContentKey);
}

function withoutContentKey({ contentKey: _, sameMistake, copies, ...finding }: Finding): Finding {
  return {
    ...finding,
    ...(sameMistake === undefined ? {} : { sameMistake: withoutContentKeys(sameMistake) }),
    ...(copies === undefined ? {} : { copies: withoutContentKeys(copies) }),
  };
}
