/** Checks that objects fit together: what one names is there, and is meant by its labels. */
import type { Container, Labels, Manifest, PodSelector, PodSpec } from './manifest.ts';

/** Secrets that a person makes, with their keys. */
export type KnownSecrets = Readonly<Record<string, readonly string[]>>;

/** What objects may name. */
interface Known {
  readonly objects: readonly Manifest[];
  readonly secrets: KnownSecrets;
}

/** Returns a sentence for each name and label that leads nowhere. */
export function referenceFaults(objects: readonly Manifest[], secrets: KnownSecrets): readonly string[] {
  const known = { objects, secrets };
  return objects.flatMap((object) => {
    const pod = object.spec?.template?.spec;
    const faults = [
      ...(object.kind === 'Secret' ? ['has a secret in plain'] : []),
      ...selectorFaults(object, known),
      ...scalerFaults(object, known),
      ...(pod === undefined ? [] : podFaults(pod, known)),
    ];
    return faults.map((fault) => `${object.kind} ${object.metadata.name} ${fault}`);
  });
}

function selectorFaults({ kind, spec }: Manifest, { objects }: Known): readonly string[] {
  const pods = objects.flatMap(({ spec: of }) => (of?.template ? [of.template.metadata?.labels ?? {}] : []));
  const isUsed = (selector: PodSelector) => pods.some((labels) => selects(selector, labels));
  const { selector, podSelector, template } = spec ?? {};
  const matchLabels =
    kind === 'Service' ? (selector as Labels) : (selector as PodSelector | undefined)?.matchLabels;
  const faults: string[] = [];
  if (matchLabels && !isUsed({ matchLabels })) faults.push('selects no pod');
  if (matchLabels && template && !selects({ matchLabels }, template.metadata?.labels ?? {}))
    faults.push('does not select its own pods');
  if (podSelector && !isUsed(podSelector)) faults.push('holds for no pod');
  return faults;
}

function scalerFaults({ spec }: Manifest, { objects }: Known): readonly string[] {
  const scaled = spec?.scaleTargetRef?.name;
  if (scaled === undefined) return [];
  const target = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === scaled);
  if (target === undefined) return [`scales ${scaled}, which is not there`];
  return target.spec?.replicas === undefined ? [] : [`scales ${scaled}, which sets its own number`];
}

function podFaults(pod: PodSpec, known: Known): readonly string[] {
  const { objects, secrets } = known;
  const volumes = pod.volumes ?? [];
  return [
    ...(has(objects, 'ServiceAccount', pod.serviceAccountName) ? [] : ['has an unknown account']),
    ...volumes.flatMap(({ secret, configMap }) => [
      ...(configMap && !has(objects, 'ConfigMap', configMap.name)
        ? [`mounts ${configMap.name}, which is not there`]
        : []),
      ...(secret && secret.items === undefined ? [`mounts every key of ${secret.secretName}`] : []),
      ...(secret?.items ?? []).flatMap(({ key }) => missingKey(secret!.secretName, key, secrets)),
    ]),
    ...pod.containers.flatMap((container) => containerFaults(container, pod, known)),
  ];
}

function containerFaults(container: Container, pod: PodSpec, { objects, secrets }: Known): readonly string[] {
  const { env = [], envFrom = [], volumeMounts = [] } = container;
  const files = volumeMounts.flatMap(({ name, mountPath }) =>
    (pod.volumes?.find((volume) => volume.name === name)?.secret?.items ?? []).map(
      ({ key }) => `${mountPath}/${key}`,
    ),
  );
  return [
    ...envFrom
      .filter(({ configMapRef }) => !has(objects, 'ConfigMap', configMapRef?.name))
      .map(({ configMapRef }) => `reads ${configMapRef?.name}, which is not there`),
    ...volumeMounts
      .filter(({ name }) => !pod.volumes?.some((volume) => volume.name === name))
      .map(({ name }) => `mounts ${name}, which is not there`),
    ...env.flatMap(({ value, valueFrom }) => [
      ...(valueFrom?.secretKeyRef
        ? missingKey(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key, secrets)
        : []),
      ...(value?.startsWith('/run/secrets/') && !files.includes(value)
        ? [`reads ${value}, which is not there`]
        : []),
    ]),
  ];
}

function has(objects: readonly Manifest[], kind: string, name: string | undefined): boolean {
  return objects.some((object) => object.kind === kind && object.metadata.name === name);
}

function missingKey(secret: string, key: string, secrets: KnownSecrets): readonly string[] {
  return secrets[secret]?.includes(key) ? [] : [`needs ${secret}/${key}`];
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
