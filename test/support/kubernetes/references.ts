/** Checks that objects fit together: what one names is there, and is meant by its labels. */
import type { Labels, Manifest, PodSelector } from './manifest.ts';

/** Secrets that a person makes, with their keys. */
export type KnownSecrets = Readonly<Record<string, readonly string[]>>;

/** Returns a sentence for each name and label that leads nowhere. */
export function referenceFaults(objects: readonly Manifest[], secrets: KnownSecrets): readonly string[] {
  const has = (kind: string, name: string | undefined) =>
    objects.some((object) => object.kind === kind && object.metadata.name === name);
  const pods = objects.flatMap(({ spec }) => (spec?.template ? [spec.template.metadata?.labels ?? {}] : []));
  const isUsed = (selector: PodSelector) => pods.some((labels) => selects(selector, labels));
  return objects.flatMap((object) => {
    const { kind, metadata, spec } = object;
    const faults: string[] = [];
    if (kind === 'Secret') faults.push('has a secret in plain');
    const { selector } = spec ?? {};
    const matchLabels = kind === 'Service' ? (selector as Labels) : (selector as PodSelector)?.matchLabels;
    if (matchLabels && !isUsed({ matchLabels })) faults.push('selects no pod');
    if (kind === 'Deployment' && !selects({ matchLabels: matchLabels! }, spec!.template!.metadata!.labels!))
      faults.push('does not select its own pods');
    if (spec?.podSelector && !isUsed(spec.podSelector)) faults.push('holds for no pod');
    const scaled = spec?.scaleTargetRef?.name;
    if (scaled !== undefined) {
      const target = objects.find(
        ({ kind: of, metadata: { name } }) => of === 'Deployment' && name === scaled,
      );
      if (!target) faults.push(`scales ${scaled}, which is not there`);
      else if (target.spec?.replicas !== undefined)
        faults.push(`scales ${scaled}, which sets its own number`);
    }
    const pod = spec?.template?.spec;
    if (pod) {
      if (!has('ServiceAccount', pod.serviceAccountName)) faults.push('has an unknown account');
      for (const { secret, configMap } of pod.volumes ?? []) {
        if (configMap && !has('ConfigMap', configMap.name))
          faults.push(`mounts ${configMap.name}, which is not there`);
        if (secret && secret.items === undefined) faults.push(`mounts every key of ${secret.secretName}`);
        for (const { key } of secret?.items ?? [])
          if (!secrets[secret!.secretName]?.includes(key)) faults.push(`needs ${secret!.secretName}/${key}`);
      }
      for (const { env = [], envFrom = [], volumeMounts = [] } of pod.containers) {
        for (const { configMapRef } of envFrom)
          if (!has('ConfigMap', configMapRef?.name))
            faults.push(`reads ${configMapRef?.name}, which is not there`);
        for (const { valueFrom } of env) {
          const ref = valueFrom?.secretKeyRef;
          if (ref && !secrets[ref.name]?.includes(ref.key)) faults.push(`needs ${ref.name}/${ref.key}`);
        }
        for (const { name } of volumeMounts)
          if (!pod.volumes?.some((volume) => volume.name === name))
            faults.push(`mounts ${name}, which is not there`);
        for (const { value } of env) {
          const isThere = pod.volumes?.some(({ name, secret }) =>
            secret?.items?.some(({ key }) =>
              volumeMounts.some((mount) => mount.name === name && value === `${mount.mountPath}/${key}`),
            ),
          );
          if (value?.startsWith('/run/secrets/') && !isThere)
            faults.push(`reads ${value}, which is not there`);
        }
      }
    }
    return faults.map((fault) => `${kind} ${metadata.name} ${fault}`);
  });
}

/** Returns whether a selector means a pod with these labels. */
function selects({ matchLabels = {}, matchExpressions = [] }: PodSelector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(
      ({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''),
    )
  );
}
